import type { Problem } from '#domain/kernel/index.ts'

const SECOND = 1_000
/** One without its turn comes again after this part of the time it has waited; of a long time, the smaller part. */
const [PART, SMALL_PART] = [1 / 4, 1 / 24]

/**
 * Milliseconds after which a job without its turn comes again. Thousands may wait for the turns of one form, one in a
 * minute: were each to come for the next one, the queue would do nothing else.
 * @param refused what the pace says, with the seconds until there is a turn for one
 * @param waited milliseconds since the answer came
 * @param bounds `noTurnLost`: the pace's time for what it lets through at once; only what waited for hours comes later
 */
export function laterFor(
  refused: Problem,
  waited: number,
  { noTurnLost, longest }: { readonly noTurnLost: number; readonly longest: number },
): number {
  const told = Number(refused.details?.['seconds'] ?? 1) * SECOND
  return Math.min(longest, Math.max(told, Math.min(waited * PART, noTurnLost), waited * SMALL_PART))
}
