import { readMeta, writeMeta, type Local } from '#local/index.ts'

/** A server that fails gets at most this many requests a minute from one device. */
const REQUESTS_PER_MINUTE = 12
const MINUTE = 60_000

/**
 * Counts failed requests of the last minute, kept in the database, because page and worker take turns. Requests under way
 * count as failing as soon as one has failed; a server that answers is not limited.
 */
export type FailureBudget = {
  /** @returns milliseconds to wait; 0 when the request may go */
  take(now: number): number
  give(now: number, failed: boolean): Promise<void>
}

export async function openFailureBudget(local: Local): Promise<FailureBudget> {
  let failures = (await readMeta(local, 'failures')) ?? []
  let underway = 0
  // What lies in the future comes from a clock that was set back.
  const recent = (now: number): readonly number[] => failures.filter((at) => at <= now && now - at < MINUTE)
  return {
    take: (now) => {
      failures = [...recent(now)]
      const [oldest] = failures
      if (oldest !== undefined && failures.length + underway >= REQUESTS_PER_MINUTE) return Math.max(1, oldest + MINUTE - now)
      underway += 1
      return 0
    },
    give: async (now, failed) => {
      underway -= 1
      if (!failed) return
      failures = [...recent(now), now]
      await writeMeta(local, 'failures', failures)
    },
  }
}
