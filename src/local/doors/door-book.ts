import { isDiscarded, type ListedTicket, type Scan } from '#domain/tickets/index.ts'
import type { ListedRow } from './door-database.ts'

/** The number of tickets that have entered, and that are inside now, by all scans known to this door. */
export type DoorCounts = { readonly entered: number; readonly inside: number }

/** A door's list and scans in memory, so that a verdict does not wait for the database. */
export type DoorBook = {
  readonly size: number
  readonly counts: DoorCounts
  listed(ticket: string): ListedTicket | undefined
  scansOf(ticket: string): readonly Scan[]
  take(tickets: readonly ListedRow[]): void
  /** Adds scans; known scans change nothing. A discarded scan replaces the known one, in any order of arrival. */
  hear(scans: readonly Scan[]): void
  forget(): void
}

export function createDoorBook(): DoorBook {
  const list = new Map<string, ListedTicket>()
  const scans = new Map<string, readonly Scan[]>()
  const counts = { entered: 0, inside: 0 }

  const count = (of: readonly Scan[], sign: 1 | -1): void => {
    const passed = of.filter(({ isAdmitted }) => isAdmitted).toSorted((a, b) => a.at - b.at)
    if (passed.some(({ direction }) => direction === 'entry')) counts.entered += sign
    if (passed.at(-1)?.direction === 'entry') counts.inside += sign
  }

  return {
    get size() {
      return list.size
    },
    get counts() {
      return { ...counts }
    },
    listed: (ticket) => list.get(ticket),
    scansOf: (ticket) => scans.get(ticket) ?? [],
    take: (tickets) => {
      for (const [hash, zone, state] of tickets) list.set(hash, { zone, state })
    },
    hear: (heard) => {
      for (const scan of heard) {
        const before = scans.get(scan.ticket) ?? []
        if (before.some((known) => isSame(known, scan))) continue
        const left = isDiscarded(scan) ? before.filter((known) => !isOneScan(known, scan)) : before
        const after = [...left, scan]
        count(before, -1)
        count(after, 1)
        scans.set(scan.ticket, after)
      }
    },
    forget: () => {
      list.clear()
      scans.clear()
      Object.assign(counts, { entered: 0, inside: 0 })
    },
  }
}

/**
 * Compares by device and time, because replies repeat scans. A scan that the server rejected as late and the scan that
 * replaces it differ in `isAdmitted`.
 */
function isSame(one: Scan, other: Scan): boolean {
  if (isDiscarded(one) && isOneScan(one, other)) return true
  return isOneMoment(one, other) && one.isAdmitted === other.isAdmitted
}

/** Compares by id or by time, because the server corrects the time of a scan whose clock was ahead. */
function isOneScan(one: Scan, other: Scan): boolean {
  return (one.id !== undefined && one.id === other.id) || isOneMoment(one, other)
}

function isOneMoment(one: Scan, other: Scan): boolean {
  return one.at === other.at && one.device === other.device && one.direction === other.direction
}
