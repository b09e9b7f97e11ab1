import { readdirSync, readFileSync } from 'node:fs'

/** Resident memory of the pages of every Chromium that this process has started, in MB. */
export type RendererWatch = { readonly now: () => number; readonly highest: () => number; readonly stop: () => void }

const EVERY = 50

export function watchRenderers(): RendererWatch {
  let highest = renderers()
  const timer = setInterval(() => (highest = Math.max(highest, renderers())), EVERY)
  return { now: renderers, highest: () => highest, stop: () => clearInterval(timer) }
}

function renderers(): number {
  const parents = new Map<number, number>()
  for (const entry of readdirSync('/proc')) {
    const status = /^\d+$/.test(entry) ? read(`/proc/${entry}/stat`) : ''
    const parent = /\) \S (\d+) /.exec(status)?.[1]
    if (parent !== undefined) parents.set(Number(entry), Number(parent))
  }
  const isOurs = (pid: number): boolean => pid === process.pid || (parents.has(pid) && isOurs(parents.get(pid) ?? 0))
  return [...parents.keys()].reduce((sum, pid) => sum + (isOurs(pid) ? residentOf(pid) : 0), 0)
}

function residentOf(pid: number): number {
  if (!read(`/proc/${pid}/cmdline`).includes('--type=renderer')) return 0
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024
}

/** The process may have ended already. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
