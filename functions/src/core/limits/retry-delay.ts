import type { Problem } from '#domain/kernel/index.ts'

const SECOND = 1_000
/**
 * Delay before the next try, as a share of the time already waited: `PART` for recent answers, `SMALL_JITTER` for old
 * answers.
 */
const [PART, SMALL_JITTER] = [1 / 4, 1 / 24]

/**
 * Milliseconds until a rate-limited job is tried again. Thousands of jobs may wait for a form that allows one per
 * minute, so their retries are spread.
 * @param refused refusal of the rate limit, with the seconds until the next turn
 * @param waited milliseconds since the answer arrived
 * @param bounds `noTurnLost`: time that a full burst takes; only jobs that waited for hours are delayed longer
 */
export function computeRetryDelay(
  refused: Problem,
  waited: number,
  { noTurnLost, longest }: { readonly noTurnLost: number; readonly longest: number },
): number {
  const requested = Number(refused.details?.['seconds'] ?? 1) * SECOND
  return Math.min(longest, Math.max(requested, Math.min(waited * PART, noTurnLost), waited * SMALL_JITTER))
}
