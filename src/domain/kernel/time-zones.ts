import type { Instant } from './instant.ts'
import { toInstant, toMilliseconds } from './moments.ts'

const MINUTE = 60_000
/** Maximum difference between the start of a calendar day and midnight UTC, including a time change at midnight. */
const MAX_OFFSET_MS = 16 * 60 * MINUTE
const DAY = 24 * 60 * MINUTE

/** Checks for a calendar day, `2026-11-24`. */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const at = toMilliseconds(`${text}T00:00:00.000Z` as Instant)
  return !Number.isNaN(at) && toInstant(at).startsWith(text)
}

/** Checks whether the runtime knows a time zone, e.g. `America/Montevideo`. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/**
 * First and last moment of a day in a time zone, inclusive. With a time change a day has 23 or 25 hours and may start
 * at one o'clock.
 * @param day a valid day (`isCalendarDay`); in years before 1001 and after 9998 UTC is used
 * @param timeZone an unknown zone counts as UTC
 */
export function getDayBounds(day: string, timeZone: string): { readonly first: Instant; readonly last: Instant } {
  // Days are compared as text, which requires four-digit years. In the years outside this range the time zone does not
  // matter.
  if (day < '1001' || day >= '9999')
    return { first: `${day}T00:00:00.000Z` as Instant, last: `${day}T23:59:59.999Z` as Instant }
  const dayAt = createLocalDayFormatter(timeZone)
  const first = findDayStart(day, dayAt)
  return { first: toInstant(first), last: toInstant(findDayStart(addDays(day, 1), dayAt) - 1) }
}

/** The calendar day a number of days later. */
export function addDays(day: string, days: number): string {
  return toInstant(toMilliseconds(`${day}T00:00:00.000Z` as Instant) + days * DAY).slice(0, 10)
}

/** Number of days from a calendar day to a later one; 0 for the same day. */
export function countDaysBetween(from: string, to: string): number {
  return Math.round(
    (toMilliseconds(`${to}T00:00:00.000Z` as Instant) - toMilliseconds(`${from}T00:00:00.000Z` as Instant)) / DAY,
  )
}

/** Formats DD/MM/YYYY HH:mm. @param timeZone missing: the runtime's; an unknown zone counts as UTC */
export function formatMoment(instant: Instant, timeZone: string | undefined): string {
  const zone = timeZone === undefined || isTimeZone(timeZone) ? timeZone : 'UTC'
  // The Swedish locale formats dates like ISO.
  const written = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(
    toMilliseconds(instant),
  )
  const [day = '', time = ''] = written.split(' ')
  return `${day.split('-').toReversed().join('/')} ${time}`
}

/** Calendar day of a moment, `2026-11-24`. @param timeZone an unknown zone counts as UTC */
export function toLocalDay(milliseconds: number, timeZone: string): string {
  return createLocalDayFormatter(timeZone)(milliseconds)
}

/**
 * Returns the first minute of this day, or of the next day that exists in the time zone. Binary search works, because
 * since 2011 no clock has gone back to an earlier day: clocks that go back at midnight never show the next day before.
 */
function findDayStart(day: string, dayAt: (milliseconds: number) => string): number {
  const about = toMilliseconds(`${day}T00:00:00.000Z` as Instant)
  let [before, from] = [about - MAX_OFFSET_MS, about + MAX_OFFSET_MS]
  while (from - before > MINUTE) {
    const middle = before + Math.floor((from - before) / 2 / MINUTE) * MINUTE
    if (dayAt(middle) >= day) from = middle
    else before = middle
  }
  return from
}

/** Returns a function that reads the calendar day of many moments. @param timeZone an unknown zone counts as UTC */
export function createLocalDayFormatter(timeZone: string): (milliseconds: number) => string {
  // The Swedish locale formats dates like ISO.
  const format = new Intl.DateTimeFormat('sv', {
    timeZone: isTimeZone(timeZone) ? timeZone : 'UTC',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return (milliseconds) => format.format(milliseconds)
}
