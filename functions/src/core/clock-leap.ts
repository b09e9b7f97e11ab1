import { toInstant, type Instant } from '#domain/kernel/index.ts'
import { set, unitOver, type Key } from '#domain/store/index.ts'
import type { Ports } from './ports.ts'

const DAY = 24 * 60 * 60 * 1000
/** The newest time that a sweep has seen and believed. */
const SEEN: Key<{ readonly at: Instant }> = 'settings/clock'
/** A server that stood still over a night or a day goes on by itself; a wrong clock is wrong by more. */
const LONGEST_LEAP = 2 * DAY

type ClockPorts = Pick<Ports, 'store' | 'clock'>

/** Whether the clock fits the newest time seen, behind counting like ahead; any time fits a store never swept. */
export async function clockFits({ store, clock }: ClockPorts): Promise<boolean> {
  return fits((await store.get(SEEN))?.at, clock())
}

/**
 * Asked before anything is swept: keeps the newest time while it fits; not a leap, so that a later right time fits.
 * @param checked when an administrator looked at the clock: believed within two days of now; ignored if no moment
 * @returns whether sweeps may go on
 */
export async function noteClock({ store, clock }: ClockPorts, checked: string | undefined): Promise<boolean> {
  const now = clock()
  const isChecked = checked !== undefined && Math.abs(now - Date.parse(checked)) <= LONGEST_LEAP
  const known = (await store.get(SEEN))?.at
  // Of several sweeps one after the other only the first has anything to keep.
  if (known !== undefined && fits(known, now) && Date.parse(known) >= now) return true
  return store.commit(
    unitOver([SEEN], (found) => {
      const seen = found.get(SEEN)?.at
      if (fits(seen, now)) {
        const isNewer = seen === undefined || Date.parse(seen) < now
        return { result: true, writes: isNewer ? [set(SEEN, { at: toInstant(now) })] : [] }
      }
      return { result: isChecked, writes: isChecked ? [set(SEEN, { at: toInstant(now) })] : [] }
    }),
  )
}

function fits(seen: Instant | undefined, now: number): boolean {
  return seen === undefined || Math.abs(now - Date.parse(seen)) <= LONGEST_LEAP
}
