import { z } from 'zod'
import { ticketSchema } from './documents/ticket.ts'
import { answerIdSchema } from '../kernel/ids.ts'
import { requiredText } from '../kernel/required-text.ts'
import { MAX_CITIZEN_NAME_LENGTH, MAX_EMAIL_LENGTH } from '../kernel/limits.ts'

/** A ticket as staff see it: not its number, nor its code, which open a door. */
export const shownTicketSchema = ticketSchema
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
      .describe('its last passage of a door'),
  })
export type ShownTicket = Readonly<z.infer<typeof shownTicketSchema>>

/** `due`: of an event and paid, and its tickets are still being made. */
export const ticketsOfAnswerSchema = z.object({ tickets: z.array(shownTicketSchema).readonly(), due: z.boolean() })
export type TicketsOfAnswer = Readonly<z.infer<typeof ticketsOfAnswerSchema>>

export const ticketOfAnswerSchema = z.object({ id: answerIdSchema, ticket: ticketSchema.shape.id })

/** `reason` missing: it is let in again. */
export const blockWishSchema = z.strictObject({ reason: requiredText(500).optional() })
/** Who a ticket is handed on to. */
export const ticketOwnerSchema = z.strictObject({
  fullName: requiredText(MAX_CITIZEN_NAME_LENGTH),
  dni: requiredText(20),
  email: z.email().max(MAX_EMAIL_LENGTH),
})
export type TicketOwner = Readonly<z.infer<typeof ticketOwnerSchema>>

/** The letter goes to the owner of this ticket; to the payer, with all of them, where none is named. */
export const sendTicketsWishSchema = z.strictObject({ ticket: ticketSchema.shape.id.optional() })

/** What opens one ticket's paper: its number, which its owner alone has. */
export const ticketNumberSchema = z.object({ ticket: ticketSchema.shape.number })
