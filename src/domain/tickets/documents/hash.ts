import { z } from 'zod'

/**
 * First ten bytes of the SHA-256 of a ticket's number, as used by doors. A list of hashes is not enough to forge
 * tickets.
 */
export const ticketHashSchema = z.string().regex(/^[0-9a-f]{20}$/)

/** Maximum places of one order. */
export const MAX_PLACES = 200
/** Maximum tickets of one order, including transferred tickets. */
export const MAX_TICKETS = 500
