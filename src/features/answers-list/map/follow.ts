/** Initial delay before reloading after a change, milliseconds: changes come in bursts. */
const INITIAL_REST_MS = 1_000
/** Reloading all points takes at most 1/SHARE of the time. */
const SHARE = 20
const MAX_REST_MS = 5 * 60_000

export type FollowDeps = {
  /** reloads all points */
  readonly renew: () => Promise<void>
  /** resolves after the given time while the page is visible; immediately when the signal aborts */
  readonly wait: (milliseconds: number) => Promise<void>
  /** milliseconds */
  readonly clock: () => number
  readonly signal: AbortSignal
}

/**
 * Reloads all points in the background after change notifications, which do not say what changed. Regardless of the
 * number of notifications and points, one reload at a time and at most a twentieth of the time, to limit the load on
 * device and server.
 * @returns a function to call on each notification
 */
export function createFollower({ renew, wait, clock, signal }: FollowDeps): () => void {
  let [isDue, isRunning, rest] = [false, false, INITIAL_REST_MS]
  async function run(): Promise<void> {
    isRunning = true
    while (isDue && !signal.aborted) {
      await wait(rest)
      if (signal.aborted) break
      isDue = false
      const began = clock()
      await renew()
      rest = Math.min(MAX_REST_MS, Math.max(INITIAL_REST_MS, (SHARE - 1) * (clock() - began)))
    }
    isRunning = false
  }
  return () => {
    isDue = true
    if (!isRunning) void run()
  }
}
