import type { Instant } from './instant.ts'
import { toInstant, toMilliseconds } from './moments.ts'

const MINUTE = 60_000
/** No clock on Earth is further from UTC; and a day may begin an hour late, where the clock changes at midnight. */
const FURTHEST = 16 * 60 * MINUTE
const DAY = 24 * 60 * MINUTE

/** A day of the calendar as forms and addresses write it, `2026-11-24`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const at = toMilliseconds(`${text}T00:00:00.000Z` as Instant)
  return !Number.isNaN(at) && toInstant(at).startsWith(text)
}

/** Whether this machine knows a time zone by this name, such as `America/Montevideo`. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/**
 * First and last moment of a day on a time zone's clock, both in it. Where the clock changes, a day has 23 or 25 hours
 * and may begin at one o'clock.
 * @param day one that `isDay`; in years before 1001 and after 9998, of UTC
 * @param timeZone one that this machine does not know counts as UTC
 */
export function momentsOfDay(day: string, timeZone: string): { readonly first: Instant; readonly last: Instant } {
  // Texts of years compare at four digits each, with a day around; elsewhere nothing happened, and any clock will do.
  if (day < '1001' || day >= '9999')
    return { first: `${day}T00:00:00.000Z` as Instant, last: `${day}T23:59:59.999Z` as Instant }
  const dayAt = daysIn(timeZone)
  const next = toInstant(toMilliseconds(`${day}T00:00:00.000Z` as Instant) + DAY).slice(0, 10)
  const first = beginningOf(day, dayAt)
  return { first: toInstant(first), last: toInstant(beginningOf(next, dayAt) - 1) }
}

/** The calendar's day at a moment, `2026-11-24`. @param timeZone one that this machine does not know counts as UTC */
export function dayOn(milliseconds: number, timeZone: string): string {
  return daysIn(timeZone)(milliseconds)
}

/** The first minute at which the calendar shows this day or a later one: clocks go back within a day, days never. */
function beginningOf(day: string, dayAt: (milliseconds: number) => string): number {
  const about = toMilliseconds(`${day}T00:00:00.000Z` as Instant)
  let [before, from] = [about - FURTHEST, about + FURTHEST]
  while (from - before > MINUTE) {
    const middle = before + Math.floor((from - before) / 2 / MINUTE) * MINUTE
    if (dayAt(middle) >= day) from = middle
    else before = middle
  }
  return from
}

function daysIn(timeZone: string): (milliseconds: number) => string {
  // Swedish writes days as ISO does.
  const format = new Intl.DateTimeFormat('sv', {
    timeZone: isTimeZone(timeZone) ? timeZone : 'UTC',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return (milliseconds) => format.format(milliseconds)
}
