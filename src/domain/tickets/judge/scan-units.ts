import {
  type DoorLink,
  type StoredScan,
  type Ticket,
  type TicketScans,
  DISCARDED_REASON,
  MAX_PASSAGES,
  MAX_REFUSED_SCANS,
  MAX_UNKNOWN_TICKETS,
} from '../documents/ticket.ts'
import type { TemplateId } from '../../kernel/index.ts'
import {
  keys,
  set,
  unitForKeys,
  type Decision,
  type FoundDocuments,
  type Key,
  type Unit,
  type Write,
} from '../../store/index.ts'
import { discardScan, isPassage } from '../discard.ts'
import { judgeTicket, type Door, type TicketVerdict } from '../scan.ts'
import type { ScanRequest, DoorEvent } from '../doors-api.ts'
import type { DecodedTicket } from '../code.ts'

/**
 * Stores scans that doors report, once per id and regardless of their age. Passages of a discarded link are stored as
 * discarded.
 * @returns ids of scans that were not stored, because a limit was reached
 */
export function storeScansUnit(form: TemplateId, reported: readonly StoredScan[]): Unit<readonly string[]> {
  const byTicket = new Map<string, readonly StoredScan[]>()
  for (const scan of reported) byTicket.set(scan.ticket, [...(byTicket.get(scan.ticket) ?? []), scan])
  const tickets = [...byTicket.keys()]
  const link = reported.find((scan) => scan.link !== undefined)?.link
  return {
    keysFor: (documents) => scanKeys(form, tickets, documents, link),
    decide: (documents) => {
      const out = pickExcessTickets(form, tickets, documents)
      const writes: Write[] = []
      const dropped: string[] = []
      for (const [ticket, scans] of byTicket) {
        const before = findScans(form, ticket, documents)
        const counted = scans.map((scan) =>
          findDoorLink(form, scan.link, documents)?.discarded ? discardScan(scan) : scan,
        )
        const after = out.has(ticket) ? before : withScans(before, counted)
        if (after !== before) writes.push(buildScanWrite(after))
        const kept = new Set(after.scans.map(({ id }) => id))
        dropped.push(...scans.flatMap(({ id }) => (kept.has(id) ? [] : [id])))
      }
      return { result: dropped, writes: [...writes, ...buildUnknownTicketWrites(form, tickets, documents)] }
    },
  }
}

/** Returns the tickets that are not of this form and have no stored scans. */
function findUnknownTickets(
  form: TemplateId,
  tickets: readonly string[],
  documents: FoundDocuments,
): readonly string[] {
  return tickets.filter(
    (ticket) =>
      documents.get(keys.ticketScans(form, ticket)) === undefined && documents.get(keys.ticket(ticket))?.form !== form,
  )
}

/** Discards the passages of these tickets by this link; idempotent. @returns number of discarded passages */
export function discardScansUnit(form: TemplateId, tickets: readonly string[], link: string): Unit<number> {
  const all = tickets.map((ticket) => keys.ticketScans(form, ticket))
  return unitForKeys<number>(all, (documents) => {
    const writes: Write[] = []
    let count = 0
    for (const key of all) {
      const kept = documents.get(key)
      const own = kept?.scans.filter((scan) => scan.link === link && scan.isAdmitted).length ?? 0
      if (kept === undefined || own === 0) continue
      count += own
      writes.push(
        set(key, { ...kept, scans: kept.scans.map((scan) => (scan.link === link ? discardScan(scan) : scan)) }),
      )
    }
    return { result: count, writes }
  })
}

function findDoorLink(form: TemplateId, id: string | undefined, documents: FoundDocuments): DoorLink | undefined {
  return id === undefined ? undefined : documents.get(keys.doorLinks(form))?.links.find((link) => link.id === id)
}

/**
 * Returns the keys of scans and tickets. The document with links is read only for scans by a link, and for counting new
 * unknown tickets.
 */
function scanKeys(
  form: TemplateId,
  tickets: readonly string[],
  documents: FoundDocuments,
  link: string | undefined,
): readonly Key[] {
  const own = tickets.flatMap((ticket) => [keys.ticketScans(form, ticket), keys.ticket(ticket)])
  const isRead = own.every((key) => documents.has(key))
  const isLinksRead = link !== undefined || (isRead && findUnknownTickets(form, tickets, documents).length > 0)
  return isLinksRead ? [...own, keys.doorLinks(form)] : own
}

/** Returns new unknown tickets that exceed the limit. */
function pickExcessTickets(
  form: TemplateId,
  tickets: readonly string[],
  documents: FoundDocuments,
): ReadonlySet<string> {
  const fresh = findUnknownTickets(form, tickets, documents)
  const known = fresh.length === 0 ? 0 : (documents.get(keys.doorLinks(form))?.strays ?? 0)
  return new Set(fresh.slice(Math.max(0, MAX_UNKNOWN_TICKETS - known)))
}

function buildUnknownTicketWrites(
  form: TemplateId,
  tickets: readonly string[],
  documents: FoundDocuments,
): readonly Write[] {
  const fresh = findUnknownTickets(form, tickets, documents).length - pickExcessTickets(form, tickets, documents).size
  if (fresh === 0) return []
  const known = documents.get(keys.doorLinks(form)) ?? { form, links: [] }
  return [set(keys.doorLinks(form), { ...known, strays: (known.strays ?? 0) + fresh })]
}

/**
 * Decides about a door's request by the ticket's state and all its scans, and records the scan in the same commit, so
 * that only one of two simultaneous requests is admitted. A request with the same id gets the same verdict. A link that
 * has ended admits no ticket.
 * @param at milliseconds, server clock
 */
export function judgeScanUnit(event: DoorEvent, scanRequest: ScanRequest, at: number): Unit<TicketVerdict> {
  const { form } = event
  const shown = [scanRequest.ticket]
  const decide = (documents: FoundDocuments): Decision<TicketVerdict> => {
    const before = findScans(form, scanRequest.ticket, documents)
    const ticket = documents.get(keys.ticket(scanRequest.ticket))
    const knownScan = before.scans.find(({ id }) => id === scanRequest.id)
    const others = before.scans.filter(({ id }) => id !== scanRequest.id)
    const isEnded = findDoorLink(form, scanRequest.link, documents)?.ended !== undefined
    const judged: TicketVerdict = isEnded
      ? { kind: 'refused', why: 'door-closed' }
      : judgeTicketScan(event, scanRequest, { ticket, scans: others }, knownScan?.at ?? at)
    if (knownScan !== undefined) return { result: repeatStoredVerdict(knownScan, judged), writes: [] }
    if (judged.kind === 'same-scan' || pickExcessTickets(form, shown, documents).size > 0)
      return { result: judged, writes: [] }
    const { zones: _, ...scan } = scanRequest
    const what = judged.kind === 'admitted' ? { isAdmitted: true } : { isAdmitted: false, why: judged.why }
    const after = withScans(before, [{ ...scan, ...what, at }])
    return {
      result: judged,
      writes: after === before ? [] : [buildScanWrite(after), ...buildUnknownTicketWrites(form, shown, documents)],
    }
  }
  return { keysFor: (documents) => scanKeys(form, shown, documents, scanRequest.link), decide }
}

function judgeTicketScan(
  { mark, isTest, isCancelled, again, opens, closes, form }: DoorEvent,
  { device, direction, zones, ticket: hash }: ScanRequest,
  { ticket, scans }: { readonly ticket: Ticket | undefined; readonly scans: readonly StoredScan[] },
  at: number,
): TicketVerdict {
  if (ticket === undefined) return { kind: 'refused', why: 'unknown' }
  const { zone, mode, state } = ticket
  const read: DecodedTicket = {
    kind: 'ticket',
    // The code is genuine: the door verified it, or a user typed the number.
    signature: 'good',
    event: ticket.form === form ? mark : '',
    ticket: hash,
    zone,
    isTest: mode === 'test',
    key: 0,
  }
  const door: Door = { event: mark, device, zones, isTest, isCancelled, direction, again, opens, closes }
  return judgeTicket(read, door, { listed: { state, zone }, asOf: at, scans }, at)
}

/** Returns the verdict that was given for a scan, even if the data have changed since. */
function repeatStoredVerdict(
  { isAdmitted, direction, why = 'unknown' }: StoredScan,
  now: TicketVerdict,
): TicketVerdict {
  if (isAdmitted) return { kind: 'admitted', direction, isUnlisted: false }
  // The door then asks again with a new id.
  if (why === DISCARDED_REASON) return { kind: 'refused', why: 'door-closed' }
  const before = now.kind === 'refused' ? now.before : undefined
  return { kind: 'refused', why, ...(before === undefined ? {} : { before }) }
}

function findScans(form: TemplateId, ticket: string, documents: FoundDocuments): TicketScans {
  const known = documents.get(keys.ticketScans(form, ticket)) ?? { form, ticket, scans: [] }
  const listed = documents.get(keys.ticket(ticket))
  // Adds the zone to scans that were stored while a restored server lacked the ticket.
  return known.zone === undefined && listed?.form === form ? { ...known, zone: listed.zone } : known
}

/**
 * Adds new scans, up to the maximum number of passages (including discarded ones) and of refusals. Returns the same
 * object if nothing was added.
 */
function withScans(kept: TicketScans, reported: readonly StoredScan[]): TicketScans {
  const known = new Set(kept.scans.map(({ id }) => id))
  const room = { passed: MAX_PASSAGES, refused: MAX_REFUSED_SCANS }
  for (const scan of kept.scans) room[isPassage(scan) ? 'passed' : 'refused'] -= 1
  const fresh: StoredScan[] = []
  for (const scan of reported) {
    const kind = isPassage(scan) ? 'passed' : 'refused'
    if (known.has(scan.id) || room[kind] <= 0) continue
    known.add(scan.id)
    room[kind] -= 1
    fresh.push(scan)
  }
  return fresh.length === 0 ? kept : { ...kept, scans: [...kept.scans, ...fresh] }
}

function buildScanWrite(scans: TicketScans): Write {
  return set(keys.ticketScans(scans.form, scans.ticket), scans)
}
