import { readFileSync } from 'node:fs'
import { median } from '../support/statistics.ts'

/** Resident memory of a process over time in MB, as reported by the operating system, caches included. */
export type MemoryWatch = {
  /** medians of the first and the last quarter of the samples so far */
  quarters(): { readonly first: number; readonly last: number; readonly highest: number }
  stop(): void
}

export function watchMemory(pid: number, every: number): MemoryWatch {
  const seen: number[] = []
  const timer = setInterval(() => {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    if (kilobytes !== undefined) seen.push(Number(kilobytes) / 1024)
  }, every)
  return {
    quarters: () => {
      const quarter = Math.max(1, Math.floor(seen.length / 4))
      return { first: median(seen.slice(0, quarter)), last: median(seen.slice(-quarter)), highest: Math.max(...seen) }
    },
    stop: () => clearInterval(timer),
  }
}
