import { z } from 'zod'
import { ticketSchema } from './documents/ticket.ts'
import { answerIdSchema } from '../kernel/ids.ts'
import { instantSchema } from '../kernel/instant.ts'
import { idNumberText, requiredText } from '../kernel/required-text.ts'
import { MAX_CITIZEN_NAME_LENGTH, MAX_EMAIL_LENGTH } from '../kernel/limits.ts'

/** Ticket as shown to staff: without its number and code, because these grant entry. */
const shownTicketSchema = ticketSchema
  .pick({
    id: true,
    ownerName: true,
    dni: true,
    email: true,
    locations: true,
    place: true,
    turn: true,
    mode: true,
    state: true,
    blocked: true,
    madeAt: true,
  })
  .extend({
    seen: z
      .object({ at: z.int(), door: z.string(), direction: z.enum(['entry', 'exit']) })
      .nullable()
      .describe('last scan of the ticket at a door; null: none'),
    isUsed: z.boolean().optional().describe('true: an entry occupies its place, so that it cannot be transferred'),
  })
export type ShownTicket = Readonly<z.infer<typeof shownTicketSchema>>

/**
 * `due`: whether the tickets of a paid event order are still being created. `isCancelled`: whether the event was
 * cancelled, so that no ticket is valid.
 */
export const answerTicketsSchema = z.object({
  tickets: z.array(shownTicketSchema).readonly(),
  due: z.boolean(),
  isCancelled: z.boolean().default(false),
})
export type AnswerTickets = Readonly<z.infer<typeof answerTicketsSchema>>

export const ticketOfAnswerSchema = z.object({ id: answerIdSchema, ticket: ticketSchema.shape.id })

/** Blocks a ticket if a reason is given, otherwise unblocks it. */
export const blockTicketSchema = z.strictObject({ reason: requiredText(500).optional() })
/** New owner of a transferred ticket. */
export const ticketOwnerSchema = z.strictObject({
  fullName: requiredText(MAX_CITIZEN_NAME_LENGTH),
  dni: idNumberText(),
  email: z.email().max(MAX_EMAIL_LENGTH),
})
export type TicketOwner = Readonly<z.infer<typeof ticketOwnerSchema>>

/** Ticket to send to its owner. If missing, all tickets are sent to the payer. */
export const sendTicketsSchema = z.strictObject({ ticket: ticketSchema.shape.id.optional() })

/** New date of an event. `version`: version of the form that the user saw; `eventEnd` missing: no end. */
export const eventMoveSchema = z.strictObject({
  version: z.int().min(1),
  eventDate: instantSchema,
  eventEnd: instantSchema.optional(),
})
export type EventMove = Readonly<z.infer<typeof eventMoveSchema>>

/** Number of a ticket, known only to its owner, which gives access to the ticket's PDF. */
export const ticketNumberSchema = z.object({ ticket: ticketSchema.shape.number })
