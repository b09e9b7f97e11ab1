import type { Again } from './documents/sale.ts'
import type { Direction, REFUSALS } from './documents/ticket.ts'
import type { ReadTicket } from './code.ts'

/** What a door knows of a ticket from its list; no name. */
export type ListedTicket = {
  readonly state: 'valid' | 'unpaid' | 'unconfirmed' | 'refunded' | 'transferred' | 'blocked'
  readonly zone: number
}

/** One scan that was noted, here or at another door. */
export type Scan = {
  /** missing where only device and moment are known */
  readonly id?: string | undefined
  readonly ticket: string
  /** milliseconds, the server's clock as this device knows it */
  readonly at: number
  readonly direction: Direction
  readonly device: string
  /** its name, as people know it */
  readonly door: string
  readonly isAdmitted: boolean
  /** reason of a refusal or a discard */
  readonly why?: string | undefined
}

export type Door = {
  readonly event: string
  /** which device asks: what another one has let in is no second look at the same code */
  readonly device: string
  /** those that it lets in; all, where it says none */
  readonly zones?: readonly number[] | undefined
  /** of an event that takes test money */
  readonly isTest: boolean
  readonly direction: Direction
  /** who comes a second time: never, after having gone out, always */
  readonly again: Again
  /** milliseconds */
  readonly opens?: number | undefined
  readonly closes?: number | undefined
  /** where money is taken at the door */
  readonly admitsUnpaid?: boolean | undefined
}

export type Knowledge = {
  /** undefined: it is not on the list */
  readonly listed: ListedTicket | undefined
  /** when the list was fetched, milliseconds; undefined: never */
  readonly asOf: number | undefined
  /** of this ticket, in any order */
  readonly scans: readonly Scan[]
}

export type Refusal = (typeof REFUSALS)[number]

export type Verdict =
  /** `isUnlisted`: by its signature alone, because it was sold after the list was fetched */
  | { readonly kind: 'admitted'; readonly direction: Direction; readonly isUnlisted: boolean }
  /** the scanner gave the same code twice: nothing is noted, and what was said stands */
  | { readonly kind: 'same-scan'; readonly was: Scan }
  /** `before`: the scan that used it */
  | { readonly kind: 'refused'; readonly why: Refusal; readonly before?: Scan | undefined }

/** Scanners deliver a code several times while it is held before them: milliseconds. */
export const SAME_SCAN_MS = 3_000

/**
 * Whether a ticket is let in, by what this place knows. One judge of server, scanner and printer: no clock, network or
 * store. What is wrong for good is said before what is wrong for now, and who used a ticket last of all.
 */
export function judge(read: ReadTicket, door: Door, { listed, scans }: Knowledge, at: number): Verdict {
  if (read.kind === 'unknown') return refused('unknown')
  const same = scans.find(
    ({ at: then, direction, device, isAdmitted }) =>
      isAdmitted && device === door.device && direction === door.direction && Math.abs(at - then) < SAME_SCAN_MS,
  )
  const why = refusalOf(read, door, { listed, scans }, at)
  if (why !== undefined) return refused(why)
  if (same !== undefined) return { kind: 'same-scan', was: same }
  const inside = door.direction === 'entry' ? usedBy(scans, door.again) : undefined
  if (inside !== undefined) return refused('used', inside)
  return { kind: 'admitted', direction: door.direction, isUnlisted: listed === undefined }
}

function refusalOf(
  read: Extract<ReadTicket, { readonly kind: 'ticket' }>,
  door: Door,
  { listed, scans }: Pick<Knowledge, 'listed' | 'scans'>,
  at: number,
): Refusal | undefined {
  if (read.signature === 'forged') return 'forged'
  if (read.event !== door.event) return 'wrong-event'
  // Without its key a code proves nothing: only the list can say that it is one of ours.
  if (read.signature === 'unchecked' && listed === undefined) return 'unknown'
  if (read.isTest !== door.isTest) return read.isTest ? 'test-ticket' : 'real-ticket-at-a-test'
  const state = listed?.state ?? 'valid'
  const maySettle = state === 'unpaid' && door.admitsUnpaid === true
  if (state !== 'valid' && !maySettle && !mayLeave(state, door, scans)) return state
  // Who is inside may always leave.
  if (door.direction === 'exit') return undefined
  // A list is newer than what was printed.
  if (door.zones !== undefined && !door.zones.includes(listed?.zone ?? read.zone)) return 'wrong-zone'
  if (read.from !== undefined && at < read.from) return 'too-early'
  if (read.until !== undefined && at >= read.until) return 'too-late'
  return isOpenAt(door, at) ? undefined : 'door-closed'
}

/** Whether the doors of an event are open. A limit that the event does not have is not checked. */
export function isOpenAt({ opens, closes }: Pick<Door, 'opens' | 'closes'>, at: number): boolean {
  return (opens === undefined || at >= opens) && (closes === undefined || at < closes)
}

/** Who came in while a ticket was good goes out by it, but where staff have blocked it: they want to see who has it. */
function mayLeave(state: ListedTicket['state'], { direction }: Door, scans: readonly Scan[]): boolean {
  const hasEntered = scans.some((scan) => scan.isAdmitted && scan.direction === 'entry')
  return direction === 'exit' && state !== 'blocked' && hasEntered
}

/** @returns the scan after which this ticket lets no one in */
function usedBy(scans: readonly Scan[], again: Again): Scan | undefined {
  return again === 'always' ? undefined : takenBy(scans, again)
}

/** @returns the entry by which a ticket's place is taken: any, where who goes out never comes again */
export function takenBy<S extends Scan>(scans: readonly S[], again: Again): S | undefined {
  const passed = inOrder(scans)
  if (again === 'never') return passed.find(({ direction }) => direction === 'entry')
  const last = passed.at(-1)
  return last?.direction === 'entry' ? last : undefined
}

const refused = (why: Refusal, before?: Scan): Verdict => ({
  kind: 'refused',
  why,
  ...(before === undefined ? {} : { before }),
})

/** Those that were let through, the same for every order in which doors have reported. */
export function inOrder<S extends Scan>(scans: readonly S[]): readonly S[] {
  return scans
    .filter(({ isAdmitted }) => isAdmitted)
    .toSorted((one, other) => one.at - other.at || (one.device < other.device ? -1 : one.device > other.device ? 1 : 0))
}

export type DoubleEntry<S extends Scan = Scan> = { readonly ticket: string; readonly first: S; readonly second: S }

/** What doors unaware of each other let in twice, for who looks after the event: both places, in the order of time. */
export function doubleEntries<S extends Scan>(scans: readonly S[], again: Again): readonly DoubleEntry<S>[] {
  if (again === 'always') return []
  const inside = new Map<string, S>()
  const doubles: DoubleEntry<S>[] = []
  for (const scan of inOrder(scans)) {
    const { ticket, direction, device, at } = scan
    const first = inside.get(ticket)
    if (direction === 'exit') {
      if (again === 'after-exit') inside.delete(ticket)
    } else if (first === undefined) inside.set(ticket, scan)
    // One scanner that gave a code twice has let one person in.
    else if (first.device !== device || at - first.at >= SAME_SCAN_MS) doubles.push({ ticket, first, second: scan })
  }
  return doubles
}
