import { readMeta, writeMeta } from '#local/index.ts'
import type { SyncDeps } from './deps.ts'

/** A server that fails gets at most this many requests a minute from one device. */
const REQUESTS_PER_MINUTE = 12
/**
 * So many go as they come; then one at a time, spaced, so that a server that is back is found soon. What the user or
 * the browser's `sync` event asks for (`hurry`) is not spaced: the rest of the budget is theirs.
 */
const AS_THEY_COME = 6
const BETWEEN_PROBES = 10_000
const MINUTE = 60_000

/**
 * Counts failed requests of the last minute, in the database, because page and worker take turns. Requests under way
 * count as failing once one has failed: while the minute is nearly full few are under way, and the others wait until
 * one is back. What is under way never ends a run that the server answers.
 */
export type FailureBudget = {
  /** @returns milliseconds to wait; 0: the request may go, then `release` follows. Never 0 once the run has ended */
  acquire(): Promise<number>
  release(came: RequestResult): Promise<void>
  /** the run goes on with something else, whatever has ended the first part of it */
  resume(): void
}

/** What came of a request: whether it counts, and whether nothing more of this run may follow it. */
export type RequestResult = { readonly failed: boolean; readonly ends: boolean }

export async function openFailureBudget({ local, clock }: SyncDeps, hurry: boolean): Promise<FailureBudget> {
  let failures = (await readMeta(local, 'failures')) ?? []
  let underway = 0
  /** the one request that tries whether a failing server is back; the others wait for what it learns */
  let probe: { readonly over: Promise<void>; readonly end: () => void } | undefined
  let answers = false
  let ended = false
  const waiting: (() => void)[] = []

  function forget(now: number): void {
    // What lies in the future comes from a clock that was set back.
    failures = failures.filter((at) => at <= now && now - at < MINUTE)
  }

  function pause(now: number): number {
    const [oldest = now] = failures
    if (failures.length >= REQUESTS_PER_MINUTE) return Math.max(1, oldest + MINUTE - now)
    const last = failures.at(-1) ?? now
    return hurry || failures.length < AS_THEY_COME ? 0 : Math.max(0, last + BETWEEN_PROBES - now)
  }

  /** Those under way, should they all fail, fill the minute. */
  function isFull(): boolean {
    return underway > 0 && failures.length > 0 && failures.length + underway >= REQUESTS_PER_MINUTE
  }

  return {
    acquire: async () => {
      for (;;) {
        while (probe !== undefined) await probe.over
        const now = clock()
        forget(now)
        // After an end the caller puts back what it has: the run itself hears of the end only a moment later.
        const wait = ended ? BETWEEN_PROBES : pause(now)
        if (wait > 0) return wait
        if (!isFull()) break
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
      underway += 1
      if (failures.length >= AS_THEY_COME && underway === 1 && !answers) {
        let end = (): void => undefined
        const over = new Promise<void>((resolve) => {
          end = () => resolve()
        })
        probe = { over, end }
      }
      return 0
    },
    release: async ({ failed, ends }) => {
      underway -= 1
      answers = !failed
      ended ||= ends
      if (failed) {
        const now = clock()
        forget(now)
        failures = [...failures, now]
      }
      probe?.end()
      probe = undefined
      for (const look of waiting.splice(0)) look()
      if (failed) await writeMeta(local, 'failures', failures)
    },
    resume: () => {
      ended = false
    },
  }
}
