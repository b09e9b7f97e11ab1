import type { Instant } from '../kernel/instant.ts'
import { OWN_ANSWERS_DAYS } from '../kernel/limits.ts'
import { toMilliseconds } from '../kernel/moments.ts'
import type { AnswerSummary } from './answers-api.ts'
import type { Profile } from '../sync/profile.ts'

const DAY = 24 * 60 * 60 * 1000

/**
 * Checks whether a device keeps an answer of its user in full: created or changed within `days`, or with open
 * conflicts.
 */
export function isStoredInFull(
  { lastUpdate, conflicts }: Pick<AnswerSummary, 'lastUpdate' | 'conflicts'>,
  now: Instant,
  days: number,
): boolean {
  return conflicts > 0 || isWithinDays(lastUpdate, now, days)
}

/** Checks whether a time is within the last `days`. */
export function isWithinDays(moment: Instant, now: Instant, days: number): boolean {
  return toMilliseconds(now) - toMilliseconds(moment) < days * DAY
}

export function findOwnAnswersDays(profile: Profile | undefined): number {
  return profile?.municipality.ownAnswersDays ?? OWN_ANSWERS_DAYS
}
