import {
  type DoorLink,
  type KeptScan,
  type Ticket,
  type TicketScans,
  DISCARDED,
  MAX_PASSAGES,
  MAX_REFUSED_SCANS,
  MAX_STRAYS,
} from '../documents/ticket.ts'
import type { TemplateId } from '../../kernel/index.ts'
import { keys, set, unitOver, type Decision, type Found, type Key, type Unit, type Write } from '../../store/index.ts'
import { discarded, isPassage } from '../discard.ts'
import { judge, type Door, type Verdict } from '../scan.ts'
import type { AskedScan, DoorEvent } from '../doors-api.ts'
import type { ReadTicket } from '../code.ts'

/**
 * Stores scans reported by doors, once per id and however late. Passages of a discarded link are stored as discarded.
 * @returns ids that were not stored because a limit was reached
 */
export function scansUnit(form: TemplateId, reported: readonly KeptScan[]): Unit<readonly string[]> {
  const byTicket = new Map<string, readonly KeptScan[]>()
  for (const scan of reported) byTicket.set(scan.ticket, [...(byTicket.get(scan.ticket) ?? []), scan])
  const tickets = [...byTicket.keys()]
  const link = reported.find((scan) => scan.link !== undefined)?.link
  return {
    keysFor: (found) => keysOf(form, tickets, found, link),
    decide: (found) => {
      const out = straysOut(form, tickets, found)
      const writes: Write[] = []
      const dropped: string[] = []
      for (const [ticket, scans] of byTicket) {
        const before = scansOf(form, ticket, found)
        const counted = scans.map((scan) => (linkOf(form, scan.link, found)?.discarded ? discarded(scan) : scan))
        const after = out.has(ticket) ? before : withScans(before, counted)
        if (after !== before) writes.push(writeOf(after))
        const kept = new Set(after.scans.map(({ id }) => id))
        dropped.push(...scans.flatMap(({ id }) => (kept.has(id) ? [] : [id])))
      }
      return { result: dropped, writes: [...writes, ...straysWrite(form, tickets, found)] }
    },
  }
}

/** Returns tickets that are neither of this form nor have stored scans. */
function newStrays(form: TemplateId, tickets: readonly string[], found: Found): readonly string[] {
  return tickets.filter(
    (ticket) =>
      found.get(keys.ticketScans(form, ticket)) === undefined && found.get(keys.ticket(ticket))?.form !== form,
  )
}

/** Marks the passages of these tickets by this link as discarded; idempotent. @returns their number */
export function discardScansUnit(form: TemplateId, tickets: readonly string[], link: string): Unit<number> {
  const all = tickets.map((ticket) => keys.ticketScans(form, ticket))
  return unitOver<number>(all, (found) => {
    const writes: Write[] = []
    let count = 0
    for (const key of all) {
      const kept = found.get(key)
      const own = kept?.scans.filter((scan) => scan.link === link && scan.isAdmitted).length ?? 0
      if (kept === undefined || own === 0) continue
      count += own
      writes.push(set(key, { ...kept, scans: kept.scans.map((scan) => (scan.link === link ? discarded(scan) : scan)) }))
    }
    return { result: count, writes }
  })
}

function linkOf(form: TemplateId, id: string | undefined, found: Found): DoorLink | undefined {
  return id === undefined ? undefined : found.get(keys.doorLinks(form))?.links.find((link) => link.id === id)
}

/**
 * Keys of scans and tickets. The document of links is read only for scans by a link or for counting new unknown
 * tickets.
 */
function keysOf(form: TemplateId, tickets: readonly string[], found: Found, link: string | undefined): readonly Key[] {
  const own = tickets.flatMap((ticket) => [keys.ticketScans(form, ticket), keys.ticket(ticket)])
  const isRead = own.every((key) => found.has(key))
  const isLinksRead = link !== undefined || (isRead && newStrays(form, tickets, found).length > 0)
  return isLinksRead ? [...own, keys.doorLinks(form)] : own
}

/** New unknown tickets beyond the limit. */
function straysOut(form: TemplateId, tickets: readonly string[], found: Found): ReadonlySet<string> {
  const fresh = newStrays(form, tickets, found)
  const known = fresh.length === 0 ? 0 : (found.get(keys.doorLinks(form))?.strays ?? 0)
  return new Set(fresh.slice(Math.max(0, MAX_STRAYS - known)))
}

function straysWrite(form: TemplateId, tickets: readonly string[], found: Found): readonly Write[] {
  const fresh = newStrays(form, tickets, found).length - straysOut(form, tickets, found).size
  if (fresh === 0) return []
  const known = found.get(keys.doorLinks(form)) ?? { form, links: [] }
  return [set(keys.doorLinks(form), { ...known, strays: (known.strays ?? 0) + fresh })]
}

/**
 * Judges a door's request by the ticket's state and all its scans, and records it in the same commit, so that only one
 * of two simultaneous requests is admitted. The same id gets the same verdict. An ended link admits no one.
 * @param at milliseconds, server clock
 */
export function askUnit(event: DoorEvent, asked: AskedScan, at: number): Unit<Verdict> {
  const { form } = event
  const shown = [asked.ticket]
  const decide = (found: Found): Decision<Verdict> => {
    const before = scansOf(form, asked.ticket, found)
    const ticket = found.get(keys.ticket(asked.ticket))
    const known = before.scans.find(({ id }) => id === asked.id)
    const others = before.scans.filter(({ id }) => id !== asked.id)
    const isEnded = linkOf(form, asked.link, found)?.ended !== undefined
    const judged: Verdict = isEnded
      ? { kind: 'refused', why: 'door-closed' }
      : verdictOn(event, asked, { ticket, scans: others }, known?.at ?? at)
    if (known !== undefined) return { result: saidOf(known, judged), writes: [] }
    if (judged.kind === 'same-scan' || straysOut(form, shown, found).size > 0) return { result: judged, writes: [] }
    const { zones: _, ...scan } = asked
    const what = judged.kind === 'admitted' ? { isAdmitted: true } : { isAdmitted: false, why: judged.why }
    const after = withScans(before, [{ ...scan, ...what, at }])
    return { result: judged, writes: after === before ? [] : [writeOf(after), ...straysWrite(form, shown, found)] }
  }
  return { keysFor: (found) => keysOf(form, shown, found, asked.link), decide }
}

function verdictOn(
  { mark, isTest, again, opens, closes, form }: DoorEvent,
  { device, direction, zones, ticket: hash }: AskedScan,
  { ticket, scans }: { readonly ticket: Ticket | undefined; readonly scans: readonly KeptScan[] },
  at: number,
): Verdict {
  if (ticket === undefined) return { kind: 'refused', why: 'unknown' }
  const { zone, mode, state } = ticket
  const read: ReadTicket = {
    kind: 'ticket',
    // Genuine: the door has verified the code, or a user has typed the number.
    signature: 'good',
    event: ticket.form === form ? mark : '',
    ticket: hash,
    zone,
    isTest: mode === 'test',
    key: 0,
  }
  const door: Door = { event: mark, device, zones, isTest, direction, again, opens, closes }
  return judge(read, door, { listed: { state, zone }, asOf: at, scans }, at)
}

/** Repeats the verdict that was given for a scan, even if the facts have changed since. */
function saidOf({ isAdmitted, direction, why = 'unknown' }: KeptScan, now: Verdict): Verdict {
  if (isAdmitted) return { kind: 'admitted', direction, isUnlisted: false }
  // The door asks again with a new id.
  if (why === DISCARDED) return { kind: 'refused', why: 'door-closed' }
  const before = now.kind === 'refused' ? now.before : undefined
  return { kind: 'refused', why, ...(before === undefined ? {} : { before }) }
}

function scansOf(form: TemplateId, ticket: string, found: Found): TicketScans {
  const known = found.get(keys.ticketScans(form, ticket)) ?? { form, ticket, scans: [] }
  const listed = found.get(keys.ticket(ticket))
  // Adds the zone to scans that were stored while a restored backup lacked the ticket.
  return known.zone === undefined && listed?.form === form ? { ...known, zone: listed.zone } : known
}

/**
 * Adds new scans: all passages, including discarded ones, and a limited number of refusals. Returns the same object
 * when nothing is new.
 */
function withScans(kept: TicketScans, reported: readonly KeptScan[]): TicketScans {
  const known = new Set(kept.scans.map(({ id }) => id))
  const room = { passed: MAX_PASSAGES, refused: MAX_REFUSED_SCANS }
  for (const scan of kept.scans) room[isPassage(scan) ? 'passed' : 'refused'] -= 1
  const fresh: KeptScan[] = []
  for (const scan of reported) {
    const kind = isPassage(scan) ? 'passed' : 'refused'
    if (known.has(scan.id) || room[kind] <= 0) continue
    known.add(scan.id)
    room[kind] -= 1
    fresh.push(scan)
  }
  return fresh.length === 0 ? kept : { ...kept, scans: [...kept.scans, ...fresh] }
}

function writeOf(scans: TicketScans): Write {
  return set(keys.ticketScans(scans.form, scans.ticket), scans)
}
