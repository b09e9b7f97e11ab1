import { readMeta, writeMeta } from '#local/index.ts'
import type { SyncDeps } from './deps.ts'

/** Maximum failed requests of syncs per minute, for one account on one device. */
const REQUESTS_PER_MINUTE = 12
/**
 * Number of failures per minute after which requests are spaced by PROBE_INTERVAL_MS and sent one at a time, so that a
 * recovered server is noticed soon. Requests of the user or of the browser's `sync` event (`hurry`) are not spaced.
 */
const IMMEDIATE_FAILURES = 6
const PROBE_INTERVAL_MS = 10_000
const MINUTE = 60_000

/**
 * Limits the failed requests of the last minute. They are counted in the database, because page and worker take turns.
 * After a failure, requests in progress also count as failures: close to the limit few run in parallel, and the others
 * wait. A run never ends because of requests in progress while the server replies.
 */
export type FailureBudget = {
  /** @returns milliseconds to wait. 0: send the request, then call `release`; never 0 once the run has ended */
  acquire(): Promise<number>
  release(requestResult: RequestResult): Promise<void>
  /** allows requests again for the next step of the run, one at a time until the server replies to one of them */
  resume(): void
}

/** The result of a request: whether it counts as a failure, and whether it ends the run. */
export type RequestResult = { readonly failed: boolean; readonly ends: boolean }

export async function openFailureBudget({ local, clock }: SyncDeps, hurry: boolean): Promise<FailureBudget> {
  let failures = (await readMeta(local, 'failures')) ?? []
  let underway = 0
  /** the one request that tests whether a failing server has recovered; other requests wait for its result */
  let probe: { readonly over: Promise<void>; readonly end: () => void } | undefined
  let answers = false
  let ended = false
  const waiting: (() => void)[] = []

  function forget(now: number): void {
    // Drops times in the future, which come from a clock that was set back.
    failures = failures.filter((at) => at <= now && now - at < MINUTE)
  }

  function pause(now: number): number {
    const [oldest = now] = failures
    if (failures.length >= REQUESTS_PER_MINUTE) return Math.max(1, oldest + MINUTE - now)
    const last = failures.at(-1) ?? now
    return hurry || failures.length < IMMEDIATE_FAILURES ? 0 : Math.max(0, last + PROBE_INTERVAL_MS - now)
  }

  /** Returns whether the requests in progress would reach the limit if all of them failed. */
  function isFull(): boolean {
    return underway > 0 && failures.length > 0 && failures.length + underway >= REQUESTS_PER_MINUTE
  }

  return {
    acquire: async () => {
      for (;;) {
        while (probe !== undefined) await probe.over
        const now = clock()
        forget(now)
        // After the run has ended, returns a wait, so that the caller returns its entries to waiting.
        const wait = ended ? PROBE_INTERVAL_MS : pause(now)
        if (wait > 0) return wait
        if (!isFull()) break
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
      underway += 1
      if (failures.length >= IMMEDIATE_FAILURES && underway === 1 && !answers) {
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
      answers = false
    },
  }
}
