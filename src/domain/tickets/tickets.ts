import { z } from 'zod'

/** Who comes a second time: never, after having gone out, always. */
export const AGAIN = ['never', 'after-exit', 'always'] as const
export type Again = (typeof AGAIN)[number]

/** What becomes of a ticket; `judge` knows two more, of what is sold before it is paid. */
export const TICKET_STATES = ['valid', 'refunded', 'transferred', 'blocked'] as const
export type TicketState = (typeof TICKET_STATES)[number]

/** The first ten bytes of SHA-256 of a ticket's number, as doors know it: who has the list cannot make a ticket of it. */
export const ticketHashSchema = z.string().regex(/^[0-9a-f]{20}$/)

/** Hash, zone and state: what a door's list says of a ticket. Gone ones come as blocked. */
export const listedTicketSchema = z.tuple([ticketHashSchema, z.int().min(0).max(9999), z.enum(TICKET_STATES)])
