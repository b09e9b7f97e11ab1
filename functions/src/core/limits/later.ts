import type { Problem } from '#domain/kernel/index.ts'

const SECOND = 1_000
/**
 * Parts of the time already waited after which a job is tried again: the first for recent answers, the second for old
 * ones.
 */
const [PART, SMALL_PART] = [1 / 4, 1 / 24]

/**
 * Milliseconds until a rate-limited job is tried again. Thousands may wait for a form that allows one per minute, so
 * they must not all come for the next turn.
 * @param refused refusal of the rate limit, with the seconds until the next turn
 * @param waited milliseconds since the answer arrived
 * @param bounds `noTurnLost`: time that a full burst takes; only jobs that waited for hours come later than that
 */
export function laterFor(
  refused: Problem,
  waited: number,
  { noTurnLost, longest }: { readonly noTurnLost: number; readonly longest: number },
): number {
  const asked = Number(refused.details?.['seconds'] ?? 1) * SECOND
  return Math.min(longest, Math.max(asked, Math.min(waited * PART, noTurnLost), waited * SMALL_PART))
}
