import { z } from 'zod'

/** The first ten bytes of SHA-256 of a ticket's number, as doors know it: a list of them makes no ticket. */
export const ticketHashSchema = z.string().regex(/^[0-9a-f]{20}$/)

/** Tickets of one order: places, and those that were handed on. */
export const MAX_PLACES = 200
export const MAX_TICKETS = 500
