import { isTimeZone } from '../kernel/time-zones.ts'

/** Every time zone's clock stands whole quarters of an hour from UTC. */
const QUARTER = 15 * 60_000
const MOST_KEPT = 100_000

/** A day (`2026-11-24`) and an hour (0 to 23) on the clock of a municipality. */
export type LocalTime = { readonly day: string; readonly hour: number }

const clocks = new Map<string, (milliseconds: number) => LocalTime>()

/** Days of 23 and 25 hours are as the zone has them: an hour that comes twice is one. An unknown zone counts as UTC. */
export function localClock(timeZone: string): (milliseconds: number) => LocalTime {
  const known = clocks.get(timeZone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('sv', {
    timeZone: isTimeZone(timeZone) ? timeZone : 'UTC',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  })
  const kept = new Map<number, LocalTime>()
  const clock = (milliseconds: number): LocalTime => {
    const quarter = Math.floor(milliseconds / QUARTER)
    const found = kept.get(quarter)
    if (found !== undefined) return found
    // Swedish writes days as ISO does.
    const [day = '', hour = ''] = format.format(quarter * QUARTER).split(' ')
    const local = { day, hour: Number(hour.slice(0, 2)) }
    if (kept.size >= MOST_KEPT) kept.clear()
    kept.set(quarter, local)
    return local
  }
  clocks.set(timeZone, clock)
  return clock
}
