import { z } from 'zod'

/**
 * First ten bytes of the SHA-256 of a ticket's number, by which doors know the ticket. Tickets cannot be forged from a
 * list of hashes.
 */
export const ticketHashSchema = z.string().regex(/^[0-9a-f]{20}$/)

/** Maximum places of one order. */
export const MAX_PLACES_PER_ORDER = 200
/** Maximum tickets of one order, including transferred tickets. */
export const MAX_TICKETS_PER_ORDER = 500
