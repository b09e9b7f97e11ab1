import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toMilliseconds } from './moments.ts'
import { isCalendarDay, isTimeZone, getDayBounds } from './time-zones.ts'

const HOUR = 3_600_000
const hoursOf = (day: string, zone: string): number => {
  const { first, last } = getDayBounds(day, zone)
  return (toMilliseconds(last) + 1 - toMilliseconds(first)) / HOUR
}

describe('a day on the clock of a time zone', () => {
  it.each([
    ['2026-11-24', 'America/Argentina/Buenos_Aires', '2026-11-24T03:00:00.000Z', '2026-11-25T02:59:59.999Z'],
    ['2026-11-24', 'UTC', '2026-11-24T00:00:00.000Z', '2026-11-24T23:59:59.999Z'],
    ['2026-07-01', 'Europe/Madrid', '2026-06-30T22:00:00.000Z', '2026-07-01T21:59:59.999Z'],
    ['2026-11-24', 'Pacific/Kiritimati', '2026-11-23T10:00:00.000Z', '2026-11-24T09:59:59.999Z'],
    ['9999-12-31', 'America/Montevideo', '9999-12-31T00:00:00.000Z', '9999-12-31T23:59:59.999Z'],
    ['0000-01-01', 'Pacific/Kiritimati', '0000-01-01T00:00:00.000Z', '0000-01-01T23:59:59.999Z'],
    ['1001-01-01', 'UTC', '1001-01-01T00:00:00.000Z', '1001-01-01T23:59:59.999Z'],
    ['9998-12-31', 'UTC', '9998-12-31T00:00:00.000Z', '9998-12-31T23:59:59.999Z'],
    ['2026-12-31', 'Nowhere/Else', '2026-12-31T00:00:00.000Z', '2026-12-31T23:59:59.999Z'],
  ])('%s in %s is from %s to %s', (day, zone, first, last) => {
    expect(getDayBounds(day, zone)).toEqual({ first, last })
  })

  it('is shorter or longer where the clock changes, also at midnight', () => {
    expect([hoursOf('2026-03-29', 'Europe/Madrid'), hoursOf('2026-10-25', 'Europe/Madrid')]).toEqual([23, 25])
    // Chile's clocks go forward at midnight, so that day begins at one; they also go back at midnight.
    expect([hoursOf('2026-09-06', 'America/Santiago'), hoursOf('2026-04-04', 'America/Santiago')]).toEqual([23, 25])
  })

  it.each([
    ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'],
    ['2026-10-24', 'Asia/Beirut', '2026-10-23T21:00:00.000Z', '2026-10-24T21:59:59.999Z'],
    ['2026-10-25', 'Asia/Beirut', '2026-10-24T22:00:00.000Z', '2026-10-25T21:59:59.999Z'],
    ['2024-03-23', 'America/Asuncion', '2024-03-23T03:00:00.000Z', '2024-03-24T03:59:59.999Z'],
    ['2026-10-25', 'Atlantic/Azores', '2026-10-25T00:00:00.000Z', '2026-10-26T00:59:59.999Z'],
  ])('has one beginning where the clock goes back at or to midnight: %s in %s', (day, zone, first, last) => {
    expect(getDayBounds(day, zone)).toEqual({ first, last })
  })

  it('follows the one before without a gap, anywhere', () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
    const days = fc.integer({ min: 0, max: 9_000 }).map((days) => days * 24 * HOUR + Date.UTC(2005, 0, 1))
    fc.assert(
      fc.property(zones, days, (zone, at) => {
        const [day, next] = [at, at + 24 * HOUR].map((moment) => new Date(moment).toISOString().slice(0, 10))
        const { first, last } = getDayBounds(String(day), zone)
        expect(toMilliseconds(getDayBounds(String(next), zone).first)).toBe(toMilliseconds(last) + 1)
        // Some islands have skipped a whole day.
        expect(toMilliseconds(last) + 1).toBeGreaterThanOrEqual(toMilliseconds(first))
      }),
      { numRuns: 60 },
    )
  })
})

it('knows which zones there are', () => {
  expect(['America/Montevideo', 'UTC', 'Mars/Olympus', ''].map(isTimeZone)).toEqual([true, true, false, false])
})

it('knows which days there are', () => {
  expect(
    ['2026-02-28', '2024-02-29', '2026-02-29', '2026-13-01', '2026-2-3', '', 'x2026-02-28'].map(isCalendarDay),
  ).toEqual([true, true, false, false, false, false, false])
})
