import type { Random } from './random.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
/** Both cities of the demonstration use UTC−3 all year. */
const UTC_OFFSET = -3 * HOUR

/** Weights of weekdays, Sunday first. */
const STAFF_DAYS = [0, 10, 10, 10, 10, 9, 2] as const
const PUBLIC_DAYS = [6, 9, 9, 8, 8, 8, 7] as const
/** Weights of hours from midnight; inspectors work in the morning, neighbours complain in the evening. */
const STAFF_HOURS = [0, 0, 0, 0, 0, 0, 0, 1, 6, 10, 12, 11, 8, 3, 3, 5, 4, 2, 1, 0, 0, 0, 0, 0] as const
const PUBLIC_HOURS = [2, 1, 0, 0, 0, 0, 1, 3, 4, 4, 4, 3, 3, 3, 3, 3, 4, 5, 7, 10, 12, 11, 8, 4] as const

/**
 * A working (or leisure) moment between two moments, in milliseconds. Uses a fork of the random generator, so that the
 * other draws do not depend on the date of the build.
 */
export function pickMomentBetween(city: Random, from: number, to: number, who: 'staff' | 'public'): number {
  const random = city.fork()
  const [days, hours] = who === 'staff' ? [STAFF_DAYS, STAFF_HOURS] : [PUBLIC_DAYS, PUBLIC_HOURS]
  for (;;) {
    const midnight = Math.floor((from + random.next() * (to - from) + UTC_OFFSET) / DAY) * DAY - UTC_OFFSET
    // 1970-01-01 was a Thursday.
    const weekday = (Math.floor((midnight + UTC_OFFSET) / DAY) + 4) % 7
    if (random.next() * 10 >= (days[weekday] ?? 0)) continue
    const hour = random.weighted(hours.map((weight, index) => [index, weight] as const))
    const moment = midnight + hour * HOUR + random.int(0, HOUR - 1)
    if (moment >= from && moment <= to) return moment
  }
}

/** The calendar date of a moment in the cities, `YYYY-MM-DD`. */
export function formatLocalDate(moment: number): string {
  return new Date(moment + UTC_OFFSET).toISOString().slice(0, 10)
}

/** The time of day in the cities, `HH:mm`. */
export function formatLocalTime(moment: number): string {
  return new Date(moment + UTC_OFFSET).toISOString().slice(11, 16)
}
