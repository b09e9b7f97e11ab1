import { toInstant, type Instant } from '#domain/kernel/index.ts'
import { set, unitForKeys, type Key } from '#domain/store/index.ts'
import type { Ports } from './ports.ts'

const DAY = 24 * 60 * 60 * 1000
/** The latest accepted time of a sweep. */
const SEEN_CLOCK_KEY: Key<{ readonly at: Instant }> = 'settings/clock'
/** Maximum accepted jump of the clock. Servers may be off for a day; wrong clocks usually differ by more. */
const MAX_LEAP = 2 * DAY

type ClockPorts = Pick<Ports, 'store' | 'clock'>

/**
 * True when the clock differs little from the latest accepted time, in either direction. Always true before the first
 * sweep.
 */
export async function isClockPlausible({ store, clock }: ClockPorts): Promise<boolean> {
  return isNearSeenTime((await store.get(SEEN_CLOCK_KEY))?.at, clock())
}

/**
 * Checks the clock before a sweep, and stores its time if accepted. A jump is not stored, so that the correct time is
 * accepted later.
 * @param checked time at which an administrator confirmed the clock; used if within two days of now
 * @returns whether sweeps may run
 */
export async function recordClock({ store, clock }: ClockPorts, checked: string | undefined): Promise<boolean> {
  const now = clock()
  const isChecked = checked !== undefined && Math.abs(now - Date.parse(checked)) <= MAX_LEAP
  const knownInstant = (await store.get(SEEN_CLOCK_KEY))?.at
  // Only the first of several consecutive sweeps has to write.
  if (knownInstant !== undefined && isNearSeenTime(knownInstant, now) && Date.parse(knownInstant) >= now) return true
  return store.commit(
    unitForKeys([SEEN_CLOCK_KEY], (documents) => {
      const seen = documents.get(SEEN_CLOCK_KEY)?.at
      if (isNearSeenTime(seen, now)) {
        const isNewer = seen === undefined || Date.parse(seen) < now
        return { result: true, writes: isNewer ? [set(SEEN_CLOCK_KEY, { at: toInstant(now) })] : [] }
      }
      return { result: isChecked, writes: isChecked ? [set(SEEN_CLOCK_KEY, { at: toInstant(now) })] : [] }
    }),
  )
}

function isNearSeenTime(seen: Instant | undefined, now: number): boolean {
  return seen === undefined || Math.abs(now - Date.parse(seen)) <= MAX_LEAP
}
