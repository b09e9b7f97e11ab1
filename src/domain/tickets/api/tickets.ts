import { z } from 'zod'
import { PUBLIC_ACCESS, requireRight } from '../../access/index.ts'
import { answerIdSchema } from '../../kernel/ids.ts'
import { orderReferenceSchema } from '../../payments/payments-api.ts'
import {
  blockTicketSchema,
  sendTicketsSchema,
  ticketNumberSchema,
  ticketOfAnswerSchema,
  ticketOwnerSchema,
  answerTicketsSchema,
} from '../tickets-api.ts'
import type { Endpoint } from '../../endpoints/endpoint.ts'

export const readOrderTickets = {
  method: 'GET',
  path: '/payments/orders/:id/:orderId/tickets',
  access: PUBLIC_ACCESS,
  params: orderReferenceSchema,
  missing: 'ticket.missing',
  reply: 'stream',
  summary: 'The valid tickets of an order as a PDF; refused with ticket.missing while there are none',
} as const satisfies Endpoint

export const readTicket = {
  method: 'GET',
  path: '/payments/tickets/:ticket',
  access: PUBLIC_ACCESS,
  params: ticketNumberSchema,
  missing: 'ticket.missing',
  reply: 'stream',
  summary: 'One ticket as a PDF, by its number; the link in the e-mail of a transferred ticket',
} as const satisfies Endpoint

/** Endpoints reply answer.missing to users who may not read the answer. */
const answerTicketsEndpoint = {
  params: z.object({ id: answerIdSchema }),
  missing: 'answer.missing',
  topic: 'answers',
  reply: answerTicketsSchema,
} as const
const changes = { ...answerTicketsEndpoint, method: 'POST', access: requireRight('create', 'pago') } as const

export const readAnswerTickets = {
  ...answerTicketsEndpoint,
  method: 'GET',
  path: '/answers/:id/tickets',
  access: requireRight('read', 'respuesta'),
  summary: 'The tickets of an answer, with their status',
} as const satisfies Endpoint

export const sendTickets = {
  ...changes,
  path: '/answers/:id/tickets/send',
  body: sendTicketsSchema,
  summary: 'Sends the e-mail with the tickets again: to the payer, or to the owner of one ticket',
} as const satisfies Endpoint

export const blockTicket = {
  ...changes,
  path: '/answers/:id/tickets/:ticket/block',
  params: ticketOfAnswerSchema,
  body: blockTicketSchema,
  summary: 'Blocks a ticket, with a reason, or unblocks it; its owner receives an e-mail',
} as const satisfies Endpoint

export const handOnTicket = {
  ...changes,
  path: '/answers/:id/tickets/:ticket/hand-on',
  params: ticketOfAnswerSchema,
  body: ticketOwnerSchema,
  summary: 'Transfers a ticket: the old one becomes invalid, and the new owner receives a new one by e-mail',
} as const satisfies Endpoint
