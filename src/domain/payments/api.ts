import { z } from 'zod'
import { PUBLIC, right } from '../access/index.ts'
import { paymentOrderSchema, receiptSchema } from './documents/order.ts'
import { answerIdSchema } from '../kernel/ids.ts'
import {
  accountShownSchema,
  accountWishSchema,
  closingSchema,
  closingWishSchema,
  deskWishSchema,
  ledgerSchema,
  municipalityQuerySchema,
  orderReferenceSchema,
  orderWishSchema,
  providerNameSchema,
  refundWishSchema,
  shownOrderSchema,
} from './payments-api.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'

/** Maximum bytes of a provider's webhook, which has a few kilobytes. */
const WEBHOOK_BYTES = 256 * 1024

export const orderPayment = {
  method: 'POST',
  path: '/payments/orders',
  access: PUBLIC,
  body: orderWishSchema,
  reply: shownOrderSchema,
  summary:
    'Orders what a stored answer costs, and begins an attempt to pay it; asked again, the same. For the device that handed the answer in, and for who knows the number of its order',
} as const satisfies Endpoint

/** Both parts of the reference are required; otherwise the order does not exist. */
const oneOrder = {
  access: PUBLIC,
  params: orderReferenceSchema,
  missing: 'payment.missing',
  reply: shownOrderSchema,
} as const

export const readPayment = {
  ...oneOrder,
  method: 'GET',
  path: '/payments/orders/:id/:orderId',
  summary: 'What a payer sees of their order, with its receipt once it has one',
} as const satisfies Endpoint

export const lookPayment = {
  ...oneOrder,
  method: 'POST',
  path: '/payments/orders/:id/:orderId/look',
  summary: 'The same after the provider was asked how the order stands: for the page that a payer comes back to',
} as const satisfies Endpoint

export const readReceipt = {
  ...oneOrder,
  method: 'GET',
  path: '/payments/orders/:id/:orderId/receipt',
  query: z.object({ refund: z.string().max(200).optional() }),
  reply: 'stream',
  summary: 'The receipt of a paid order as PDF; with the reference of a refund, its credit note',
} as const satisfies Endpoint

export const takePaymentWebhook = {
  method: 'POST',
  path: '/payments/webhooks/:provider',
  access: PUBLIC,
  params: z.object({ provider: providerNameSchema }),
  query: z.looseObject({ municipality: municipalityQuerySchema.shape.municipality }),
  body: z.unknown(),
  ownBody: true,
  mostBytes: WEBHOOK_BYTES,
  reply: 'stream',
  summary:
    "A provider's webhook, verified over its raw body: says that it is time to ask the provider. 200 for what we do not know, too",
} as const satisfies Endpoint

/** For users who may not read the answer, it does not exist. */
const ofAnswer = {
  params: z.object({ id: answerIdSchema }),
  missing: 'answer.missing',
  topic: 'answers',
  reply: z.object({
    order: paymentOrderSchema.omit({ attempts: true, code: true }),
    ledger: ledgerSchema,
    receipts: z.array(receiptSchema),
  }),
} as const

export const readAnswerPayment = {
  ...ofAnswer,
  method: 'GET',
  path: '/answers/:id/payment',
  access: right('read', 'respuesta'),
  summary: 'The order of an answer with all that is known of its money',
} as const satisfies Endpoint

export const recordPayment = {
  ...ofAnswer,
  method: 'POST',
  path: '/answers/:id/payment/desk',
  access: right('create', 'pago'),
  body: deskWishSchema,
  summary: 'Records money that came over the desk; an attempt that is open is closed at the provider first',
} as const satisfies Endpoint

export const askPayment = {
  ...ofAnswer,
  method: 'POST',
  path: '/answers/:id/payment/look',
  access: right('create', 'pago'),
  summary: 'Asks the provider how the payments of an answer are now, refunds and disputes included',
} as const satisfies Endpoint

export const validatePayment = {
  ...ofAnswer,
  method: 'POST',
  path: '/answers/:id/payment/validation',
  access: right('create', 'pago'),
  summary: 'Lets an order be paid that the form wants to be looked at first',
} as const satisfies Endpoint

export const refundPayment = {
  ...ofAnswer,
  method: 'POST',
  path: '/answers/:id/payment/refunds',
  access: right('refund', 'pago'),
  body: refundWishSchema,
  confirms: true,
  summary: 'Gives money back, whole or in part, with a reason',
} as const satisfies Endpoint

export const closeDay = {
  method: 'POST',
  path: '/payments/closing',
  access: right('close', 'pago'),
  body: closingWishSchema,
  always: 'reads',
  reply: closingSchema,
  summary:
    "A day's closing of a municipality as CSV: every payment and refund of that day on its clock, and their sum. Noted in the audit log",
} as const satisfies Endpoint

export const readPaymentAccount = {
  method: 'GET',
  path: '/payments/account',
  access: right('manage', 'pago'),
  query: municipalityQuerySchema,
  reply: accountShownSchema,
  topic: 'places',
  summary: 'Which provider takes the money of a municipality, without its keys',
} as const satisfies Endpoint

export const connectPaymentAccount = {
  method: 'PUT',
  path: '/payments/account',
  access: right('manage', 'pago'),
  query: municipalityQuerySchema,
  body: accountWishSchema,
  confirms: true,
  reply: accountShownSchema,
  topic: 'places',
  summary: "Connects a municipality's account at a provider",
} as const satisfies Endpoint
