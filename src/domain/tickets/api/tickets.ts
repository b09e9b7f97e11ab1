import { z } from 'zod'
import { PUBLIC, right } from '../../access/index.ts'
import { answerIdSchema } from '../../kernel/ids.ts'
import { orderReferenceSchema } from '../../payments/payments-api.ts'
import {
  blockWishSchema,
  sendTicketsWishSchema,
  ticketNumberSchema,
  ticketOfAnswerSchema,
  ticketOwnerSchema,
  ticketsOfAnswerSchema,
} from '../tickets-api.ts'
import type { Endpoint } from '../../endpoints/endpoint.ts'

export const readOrderTickets = {
  method: 'GET',
  path: '/payments/orders/:id/:orderId/tickets',
  access: PUBLIC,
  params: orderReferenceSchema,
  missing: 'ticket.missing',
  reply: 'stream',
  summary: 'The tickets of an order as a PDF, those that let in; not there while none does',
} as const satisfies Endpoint

export const readTicket = {
  method: 'GET',
  path: '/payments/tickets/:ticket',
  access: PUBLIC,
  params: ticketNumberSchema,
  missing: 'ticket.missing',
  reply: 'stream',
  summary: 'One ticket as a PDF, for who has its number: what a ticket that was handed on is sent with',
} as const satisfies Endpoint

/** For users who may not read the answer, it does not exist. */
const ofAnswer = {
  params: z.object({ id: answerIdSchema }),
  missing: 'answer.missing',
  topic: 'answers',
  reply: ticketsOfAnswerSchema,
} as const
const changes = { ...ofAnswer, method: 'POST', access: right('create', 'pago') } as const

export const readAnswerTickets = {
  ...ofAnswer,
  method: 'GET',
  path: '/answers/:id/tickets',
  access: right('read', 'respuesta'),
  summary: 'The tickets of an answer, with what has become of them',
} as const satisfies Endpoint

export const sendTickets = {
  ...changes,
  path: '/answers/:id/tickets/send',
  body: sendTicketsWishSchema,
  summary: 'Sends the letter with the tickets again: to the payer, or to the owner of one',
} as const satisfies Endpoint

export const blockTicket = {
  ...changes,
  path: '/answers/:id/tickets/:ticket/block',
  params: ticketOfAnswerSchema,
  body: blockWishSchema,
  summary: 'Keeps a ticket out, with a reason, or lets it in again',
} as const satisfies Endpoint

export const handOnTicket = {
  ...changes,
  path: '/answers/:id/tickets/:ticket/hand-on',
  params: ticketOfAnswerSchema,
  body: ticketOwnerSchema,
  summary: 'Hands a ticket on: the old one lets in no more, its next owner gets a letter with the new one',
} as const satisfies Endpoint
