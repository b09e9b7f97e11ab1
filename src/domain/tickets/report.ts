import type { PaymentMode } from '../payments/documents/order.ts'
import { type StoredScan, type Ticket, type TicketScans, DISCARDED_REASON } from './documents/ticket.ts'
import type { DoorEvent, DoorReport, EventGuests } from './doors-api.ts'
import { isScanDiscarded } from './discard.ts'
import { findDoubleEntries, sortPassages, type TicketRefusal } from './scan.ts'

const MAX_DOUBLES = 500
const MAX_DOORS = 500

type ZoneCount = { entered: number; left: number; inside: number }

/**
 * Returns statistics of an event's doors. @param scans of all tickets @param sold places by zone @param at milliseconds
 */
export function buildDoorReport(
  event: Pick<DoorEvent, 'zones' | 'again'>,
  scans: Iterable<TicketScans>,
  sold: ReadonlyMap<number, number>,
  at: number,
): DoorReport {
  const counts = new Map<number | null, ZoneCount>(event.zones.map(({ zone }) => [zone, createEmptyZoneCount()]))
  const refused = new Map<TicketRefusal, number>()
  const doors = new Map<string, DoorReport['doors'][number]>()
  const doubles: DoorReport['doubles'][number][] = []
  for (const { zone, scans: kept } of groupScansByPlace([...scans])) {
    const all = kept.filter((scan) => !isScanDiscarded(scan))
    const passed = sortPassages(all)
    const count = counts.get(zone) ?? createEmptyZoneCount()
    if (passed.length > 0) counts.set(zone, count)
    if (passed.some(({ direction }) => direction === 'entry')) count.entered += 1
    count.left += passed.filter(({ direction }) => direction === 'exit').length
    if (passed.at(-1)?.direction === 'entry') count.inside += 1
    for (const { isAdmitted, why = 'unknown' } of all)
      if (!isAdmitted && why !== DISCARDED_REASON) refused.set(why, (refused.get(why) ?? 0) + 1)
    for (const { device, door, at: then } of all) {
      const known = doors.get(device)
      const isLater = known === undefined || then >= known.last
      doors.set(device, {
        device,
        door: isLater ? door : known.door,
        scans: (known?.scans ?? 0) + 1,
        last: Math.max(then, known?.last ?? 0),
      })
    }
    doubles.push(...findDoubleEntries(all, event.again))
  }
  return {
    at,
    zones: [...counts].map(([zone, count]) => ({
      zone,
      name: event.zones.find((eachZone) => eachZone.zone === zone)?.name ?? '',
      sold: zone === null ? 0 : (sold.get(zone) ?? 0),
      ...count,
    })),
    refused: [...refused].map(([why, count]) => ({ why, count })).toSorted((a, b) => b.count - a.count),
    doubles: doubles.toSorted((a, b) => b.second.at - a.second.at).slice(0, MAX_DOUBLES),
    doors: [...doors.values()].toSorted((a, b) => b.last - a.last).slice(0, MAX_DOORS),
  }
}

type Guest = EventGuests['guests'][number]

/**
 * Lists the owners of valid tickets, sorted by name. Each entry is for one order, zone and owner, with the number of
 * people that the tickets admit and the number who have entered. People of tickets that are not valid are only counted.
 * @param mode mode of the sale; tickets of the other mode are ignored
 */
export function buildGuestList(
  tickets: readonly Ticket[],
  scans: readonly TicketScans[],
  mode: PaymentMode,
): Pick<EventGuests, 'guests' | 'unlisted'> {
  const entered = new Set(
    scans
      .filter(({ scans: all }) => sortPassages(all.filter((scan) => !isScanDiscarded(scan))).some(isEntry))
      .map(({ ticket }) => ticket),
  )
  const guests = new Map<string, Guest>()
  const unlisted = { blocked: 0, refunded: 0 }
  for (const ticket of tickets) {
    const { order, ownerName: name, zone, ticketCount, state } = ticket
    if (ticket.mode !== mode || state === 'transferred') continue
    if (state !== 'valid') {
      unlisted[state] += ticketCount
      continue
    }
    const key = `${order} ${zone} ${name}`
    const { quantity, used } = guests.get(key) ?? { quantity: 0, used: 0 }
    guests.set(key, {
      name,
      zone: ticket.locations.join(', '),
      quantity: quantity + ticketCount,
      used: used + (entered.has(ticket.id) ? ticketCount : 0),
    })
  }
  const sorted = [...guests.values()].toSorted((a, b) => a.name.localeCompare(b.name) || a.zone.localeCompare(b.zone))
  return { guests: sorted, unlisted }
}

const isEntry = ({ direction }: Pick<StoredScan, 'direction'>): boolean => direction === 'entry'

/** Groups scans by place of an order: a ticket and the tickets to which it was transferred count as one. */
function groupScansByPlace(
  all: readonly TicketScans[],
): Iterable<{ readonly zone: number | null; readonly scans: readonly StoredScan[] }> {
  const before = new Map(all.map((item) => [item.ticket, item.before]))
  const findFirstTicket = (ticket: string): string => {
    const earlier = before.get(ticket)
    return earlier === undefined ? ticket : findFirstTicket(earlier)
  }
  const places = new Map<string, { readonly zone: number | null; readonly scans: readonly StoredScan[] }>()
  for (const { ticket, zone = null, scans } of all) {
    const first = findFirstTicket(ticket)
    const own = ticket === first ? scans : scans.map((scan) => ({ ...scan, ticket: first }))
    places.set(first, { zone, scans: [...(places.get(first)?.scans ?? []), ...own] })
  }
  return places.values()
}

const createEmptyZoneCount = (): ZoneCount => ({ entered: 0, left: 0, inside: 0 })
