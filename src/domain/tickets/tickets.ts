import { z } from 'zod'
import { ticketHashSchema } from './documents/hash.ts'
import { TICKET_STATES, type Ticket, type TicketState } from './documents/ticket.ts'

/** Hash, zone and state: what a door's list says of a ticket. One that is gone comes as blocked. */
export const listedTicketSchema = z.tuple([ticketHashSchema, z.int().min(0).max(9999), z.enum(TICKET_STATES)])
export type ListedLine = z.infer<typeof listedTicketSchema>

/** What a ticket's state follows from: who it belongs to comes before its money, and that before what staff said. */
export function ticketStateOf({ next, refunded, blocked }: Pick<Ticket, 'next' | 'refunded' | 'blocked'>): TicketState {
  if (next !== undefined) return 'transferred'
  if (refunded) return 'refunded'
  return blocked === undefined ? 'valid' : 'blocked'
}

/** The ticket after something of it has changed; the same object where nothing has. */
export function withTicket(ticket: Ticket, change: Partial<Pick<Ticket, 'next' | 'refunded' | 'blocked'>>): Ticket {
  const changed = { ...ticket, ...change }
  const isSame =
    changed.next === ticket.next && changed.refunded === ticket.refunded && changed.blocked === ticket.blocked
  if (isSame) return ticket
  const { blocked, ...rest } = { ...changed, state: ticketStateOf(changed) }
  return blocked === undefined ? rest : { ...rest, blocked }
}

/** What a number is made from: the same place has the same number however often its job runs. */
export function ticketSeed(order: string, place: number, turn: number): string {
  return turn === 0 ? `${order}~${place}` : `${order}~${place}~${turn}`
}
