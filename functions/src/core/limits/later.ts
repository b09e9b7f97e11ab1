import type { Problem } from '#domain/kernel/index.ts'

const SECOND = 1_000
/** One that has not had its turn comes again after such a part of the time that it has waited; of a long time, after such a smaller one. */
const [PART, SMALL_PART] = [1 / 4, 1 / 24]

/**
 * Milliseconds after which a job comes again whose turn it was not. Thousands may wait for the turns of one form, of which there is one in a minute: were each to come again for the next
 * one, the queue would be busy with nothing else.
 * @param refused what the pace says, with the seconds until there is a turn for one
 * @param waited milliseconds since the answer came
 * @param bounds `noTurnLost`: how long the pace takes for what it lets through at once; only what has waited for hours comes later than that
 */
export function laterFor(
  refused: Problem,
  waited: number,
  { noTurnLost, longest }: { readonly noTurnLost: number; readonly longest: number },
): number {
  const told = Number(refused.details?.['seconds'] ?? 1) * SECOND
  return Math.min(longest, Math.max(told, Math.min(waited * PART, noTurnLost), waited * SMALL_PART))
}
