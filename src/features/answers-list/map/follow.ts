/** News come in bursts: one more is waited for so long. Milliseconds. */
const FIRST_REST = 1_000
/** Asking for all points anew takes so much of the time at most. */
const SHARE = 20
const LONGEST_REST = 5 * 60_000

export type FollowDeps = {
  /** asks for all points anew */
  readonly renew: () => Promise<void>
  /** resolves after so many milliseconds, and not while the page is hidden; at once when the signal says so */
  readonly wait: (milliseconds: number) => Promise<void>
  /** milliseconds */
  readonly clock: () => number
  readonly signal: AbortSignal
}

/**
 * A nudge says that something is another, not what: all points are asked for anew in the background. However many
 * nudges and points there are, one at a time and a twentieth of the time at most, of this device's and of the server's.
 * @returns what to call when there is news
 */
export function createFollower({ renew, wait, clock, signal }: FollowDeps): () => void {
  let [isDue, isRunning, rest] = [false, false, FIRST_REST]
  async function run(): Promise<void> {
    isRunning = true
    while (isDue && !signal.aborted) {
      await wait(rest)
      if (signal.aborted) break
      isDue = false
      const began = clock()
      await renew()
      rest = Math.min(LONGEST_REST, Math.max(FIRST_REST, (SHARE - 1) * (clock() - began)))
    }
    isRunning = false
  }
  return () => {
    isDue = true
    if (!isRunning) void run()
  }
}
