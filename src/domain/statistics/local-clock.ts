import { isTimeZone } from '../kernel/time-zones.ts'

/** All time zones differ from UTC by multiples of 15 minutes. */
const QUARTER = 15 * 60_000
const MAX_KEPT = 100_000

/** Day (`2026-11-24`) and hour (0 to 23) in a municipality's time zone. */
export type LocalTime = { readonly day: string; readonly hour: number }

const clocks = new Map<string, (milliseconds: number) => LocalTime>()

/** Returns the clock of a time zone. Hours repeated at a clock change count as one. An unknown zone counts as UTC. */
export function createLocalClock(timeZone: string): (milliseconds: number) => LocalTime {
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
    const time = kept.get(quarter)
    if (time !== undefined) return time
    // Uses the Swedish locale, because it formats dates like ISO 8601.
    const [day = '', hour = ''] = format.format(quarter * QUARTER).split(' ')
    const local = { day, hour: Number(hour.slice(0, 2)) }
    if (kept.size >= MAX_KEPT) kept.clear()
    kept.set(quarter, local)
    return local
  }
  clocks.set(timeZone, clock)
  return clock
}
