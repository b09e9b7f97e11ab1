import { z } from 'zod'
import { ticketHashSchema } from './documents/hash.ts'
import { TICKET_STATES, type Ticket, type TicketState } from './documents/ticket.ts'

/** Hash, zone and state of a ticket in a door's list. Deleted tickets are listed as blocked. */
export const listedTicketSchema = z.tuple([ticketHashSchema, z.int().min(0).max(9999), z.enum(TICKET_STATES)])

/** Returns the state of a ticket. Transfer takes precedence over refund, and refund over block. */
export function computeTicketState({
  next,
  refunded,
  blocked,
}: Pick<Ticket, 'next' | 'refunded' | 'blocked'>): TicketState {
  if (next !== undefined) return 'transferred'
  if (refunded) return 'refunded'
  return blocked === undefined ? 'valid' : 'blocked'
}

/** Returns the changed ticket, or the same object if nothing changed. */
export function updateTicket(ticket: Ticket, change: Partial<Pick<Ticket, 'next' | 'refunded' | 'blocked'>>): Ticket {
  const changed = { ...ticket, ...change }
  const isSame =
    changed.next === ticket.next && changed.refunded === ticket.refunded && changed.blocked === ticket.blocked
  if (isSame) return ticket
  const { blocked, ...rest } = { ...changed, state: computeTicketState(changed) }
  return blocked === undefined ? rest : { ...rest, blocked }
}

/** Returns the seed of a ticket's number, so that a repeated job produces the same number. */
export function buildTicketSeed(order: string, place: number, turn: number): string {
  return turn === 0 ? `${order}~${place}` : `${order}~${place}~${turn}`
}
