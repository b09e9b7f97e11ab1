/** Initial delay between a change and the reload, milliseconds. Changes are often notified in bursts. */
const INITIAL_REST_MS = 1_000
/** Reloads take at most 1/RELOAD_SHARE of the time. */
const RELOAD_SHARE = 20
const MAX_REST_MS = 5 * 60_000

export type PointReloaderDeps = {
  /** reloads all points */
  readonly renew: () => Promise<void>
  /** resolves after the given time while the page is visible; immediately when the signal aborts */
  readonly wait: (milliseconds: number) => Promise<void>
  /** milliseconds */
  readonly clock: () => number
  readonly signal: AbortSignal
}

/**
 * Reloads all points in the background after change notifications, which do not say what changed. Limits the load on
 * device and server: reloads never overlap, and pauses grow with the duration of a reload (`RELOAD_SHARE`).
 * @returns a function to call on each notification
 */
export function createPointReloader({ renew, wait, clock, signal }: PointReloaderDeps): () => void {
  let [isDue, isRunning, rest] = [false, false, INITIAL_REST_MS]
  async function run(): Promise<void> {
    isRunning = true
    while (isDue && !signal.aborted) {
      await wait(rest)
      if (signal.aborted) break
      isDue = false
      const began = clock()
      await renew()
      rest = Math.min(MAX_REST_MS, Math.max(INITIAL_REST_MS, (RELOAD_SHARE - 1) * (clock() - began)))
    }
    isRunning = false
  }
  return () => {
    isDue = true
    if (!isRunning) void run()
  }
}
