import { toInstant, type Instant } from '#domain/kernel/index.ts'
import { set, unitOver, type Key } from '#domain/store/index.ts'
import type { Ports } from './ports.ts'

const DAY = 24 * 60 * 60 * 1000
/** The latest accepted time of a sweep. */
const SEEN: Key<{ readonly at: Instant }> = 'settings/clock'
/**
 * Maximum accepted jump of the clock: servers that were off for a night or a day resume, wrong clocks differ by more.
 */
const MAX_LEAP = 2 * DAY

type ClockPorts = Pick<Ports, 'store' | 'clock'>

/**
 * True when the clock fits the latest accepted time; deviations in both directions count. Any time fits a store that
 * was never swept.
 */
export async function clockFits({ store, clock }: ClockPorts): Promise<boolean> {
  return fits((await store.get(SEEN))?.at, clock())
}

/**
 * Checks the clock before a sweep and stores the latest time while it fits. A jump is not stored, so that a correct
 * time fits later.
 * @param checked when an administrator confirmed the clock: accepted within two days of now; ignored if not a valid
 * time
 * @returns whether sweeps may run
 */
export async function noteClock({ store, clock }: ClockPorts, checked: string | undefined): Promise<boolean> {
  const now = clock()
  const isChecked = checked !== undefined && Math.abs(now - Date.parse(checked)) <= MAX_LEAP
  const known = (await store.get(SEEN))?.at
  // Only the first of several consecutive sweeps has to write.
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
  return seen === undefined || Math.abs(now - Date.parse(seen)) <= MAX_LEAP
}
