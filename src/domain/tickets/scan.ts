import type { ReentryRule } from './documents/sale.ts'
import type { PassageDirection, TICKET_REFUSALS } from './documents/ticket.ts'
import type { DecodedTicket } from './code.ts'

/** Entry of a door's ticket list; contains no names. */
export type ListedTicket = {
  readonly state: 'valid' | 'unpaid' | 'unconfirmed' | 'refunded' | 'transferred' | 'blocked'
  readonly zone: number
}

/** A recorded scan, of this door or another. */
export type Scan = {
  /** missing if only device and time are known */
  readonly id?: string | undefined
  readonly ticket: string
  /** milliseconds, server time as estimated by the device */
  readonly at: number
  readonly direction: PassageDirection
  readonly device: string
  /** display name of the door */
  readonly door: string
  readonly isAdmitted: boolean
  /** reason of a refusal, or that the scan was discarded */
  readonly why?: string | undefined
}

export type Door = {
  readonly event: string
  /** device that scans the ticket; repeated scans are recognised only on the same device */
  readonly device: string
  /** zones that the door admits; missing: all */
  readonly zones?: readonly number[] | undefined
  /** whether the sale is in test mode */
  readonly isTest: boolean
  /** whether the event was cancelled */
  readonly isCancelled?: boolean | undefined
  readonly direction: PassageDirection
  /** when re-entry is allowed: never, after leaving, always */
  readonly again: ReentryRule
  /** opening hours, milliseconds */
  readonly opens?: number | undefined
  readonly closes?: number | undefined
  /** whether visitors can pay at the door */
  readonly admitsUnpaid?: boolean | undefined
}

export type TicketContext = {
  /** undefined: the ticket is not on the list */
  readonly listed: ListedTicket | undefined
  /** time when the list was fetched, milliseconds; undefined: never */
  readonly asOf: number | undefined
  /** scans of this ticket, in any order */
  readonly scans: readonly Scan[]
}

export type TicketRefusal = (typeof TICKET_REFUSALS)[number]

export type TicketVerdict =
  /** `isUnlisted`: admitted by signature alone, because it was sold after the list was fetched */
  | { readonly kind: 'admitted'; readonly direction: PassageDirection; readonly isUnlisted: boolean }
  /** repeated scan of the same code: not recorded, and the earlier verdict is still valid */
  | { readonly kind: 'same-scan'; readonly was: Scan }
  /** `before`: the earlier scan that used the ticket */
  | { readonly kind: 'refused'; readonly why: TicketRefusal; readonly before?: Scan | undefined }

/** Milliseconds within which repeated scans of the same code count as one scan. */
export const REPEATED_SCAN_MS = 3_000

/**
 * Decides whether a door admits a ticket, given these data. Pure function, because server and doors share it. Checks
 * permanent reasons for refusal before temporary ones, and earlier use of the ticket last.
 */
export function judgeTicket(
  read: DecodedTicket,
  door: Door,
  { listed, scans }: TicketContext,
  at: number,
): TicketVerdict {
  if (read.kind === 'unknown') return refused('unknown')
  const repeatedScan = scans.find(
    ({ at: then, direction, device, isAdmitted }) =>
      isAdmitted && device === door.device && direction === door.direction && Math.abs(at - then) < REPEATED_SCAN_MS,
  )
  const why = findTicketRefusal(read, door, { listed, scans }, at)
  if (why !== undefined) return refused(why)
  if (repeatedScan !== undefined) return { kind: 'same-scan', was: repeatedScan }
  const inside = door.direction === 'entry' ? findBlockingScan(scans, door.again) : undefined
  if (inside !== undefined) return refused('used', inside)
  return { kind: 'admitted', direction: door.direction, isUnlisted: listed === undefined }
}

function findTicketRefusal(
  read: Extract<DecodedTicket, { readonly kind: 'ticket' }>,
  door: Door,
  { listed, scans }: Pick<TicketContext, 'listed' | 'scans'>,
  at: number,
): TicketRefusal | undefined {
  if (read.signature === 'forged') return 'forged'
  if (read.event !== door.event) return 'wrong-event'
  // Without the key, only the list can prove that the ticket is genuine.
  if (read.signature === 'unchecked' && listed === undefined) return 'unknown'
  if (read.isTest !== door.isTest) return read.isTest ? 'test-ticket' : 'real-ticket-at-a-test'
  if (door.isCancelled === true && door.direction === 'entry') return 'cancelled'
  const state = listed?.state ?? 'valid'
  const canBePaidAtDoor = state === 'unpaid' && door.admitsUnpaid === true
  if (state !== 'valid' && !canBePaidAtDoor && !mayLeave(state, door, scans)) return state
  // People who are inside may always leave.
  if (door.direction === 'exit') return undefined
  // The zone in the list takes precedence, because the list is newer than the code.
  if (door.zones !== undefined && !door.zones.includes(listed?.zone ?? read.zone)) return 'wrong-zone'
  if (read.from !== undefined && at < read.from) return 'too-early'
  if (read.until !== undefined && at >= read.until) return 'too-late'
  return isDoorOpenAt(door, at) ? undefined : 'door-closed'
}

/** Checks whether the doors of an event are open. A missing limit means no limit. */
export function isDoorOpenAt({ opens, closes }: Pick<Door, 'opens' | 'closes'>, at: number): boolean {
  return (opens === undefined || at >= opens) && (closes === undefined || at < closes)
}

/**
 * Checks whether the holder of a ticket that became invalid after the entry may leave. Holders of blocked tickets may
 * not, because staff want to speak to them.
 */
function mayLeave(state: ListedTicket['state'], { direction }: Door, scans: readonly Scan[]): boolean {
  const hasEntered = scans.some((scan) => scan.isAdmitted && scan.direction === 'entry')
  return direction === 'exit' && state !== 'blocked' && hasEntered
}

/** Returns the scan that used the ticket, or undefined. */
function findBlockingScan(scans: readonly Scan[], again: ReentryRule): Scan | undefined {
  return again === 'always' ? undefined : findOccupyingEntry(scans, again)
}

/**
 * Returns the entry that occupies a ticket's place: the first entry or, with re-entry, the last passage if it is an
 * entry.
 */
export function findOccupyingEntry<S extends Scan>(scans: readonly S[], again: ReentryRule): S | undefined {
  const passed = sortPassages(scans)
  if (again === 'never') return passed.find(({ direction }) => direction === 'entry')
  const last = passed.at(-1)
  return last?.direction === 'entry' ? last : undefined
}

const refused = (why: TicketRefusal, before?: Scan): TicketVerdict => ({
  kind: 'refused',
  why,
  ...(before === undefined ? {} : { before }),
})

/** Returns the passages sorted by time and device, independent of the order of reports. */
export function sortPassages<S extends Scan>(scans: readonly S[]): readonly S[] {
  return scans
    .filter(({ isAdmitted }) => isAdmitted)
    .toSorted((a, b) => a.at - b.at || compareTexts(a.device, b.device))
}

/** Compares by UTF-16 code units, independent of the locale. */
function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

export type DoubleEntry<S extends Scan = Scan> = { readonly ticket: string; readonly first: S; readonly second: S }

/** Returns pairs of entries with the same ticket at doors that did not know of each other's scans, in order of time. */
export function findDoubleEntries<S extends Scan>(scans: readonly S[], again: ReentryRule): readonly DoubleEntry<S>[] {
  if (again === 'always') return []
  const inside = new Map<string, S>()
  const doubles: DoubleEntry<S>[] = []
  for (const scan of sortPassages(scans)) {
    const { ticket, direction, device, at } = scan
    const first = inside.get(ticket)
    if (direction === 'exit') {
      if (again === 'after-exit') inside.delete(ticket)
    } else if (first === undefined) inside.set(ticket, scan)
    // Repeated scans by one device count as one entry.
    else if (first.device !== device || at - first.at >= REPEATED_SCAN_MS) doubles.push({ ticket, first, second: scan })
  }
  return doubles
}
