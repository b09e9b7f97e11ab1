import { z } from 'zod'
import { PUBLIC_ACCESS, requireRight } from '../access/index.ts'
import { closingSchema } from './documents/closing.ts'
import { paymentOrderSchema, receiptSchema } from './documents/order.ts'
import { answerIdSchema } from '../kernel/ids.ts'
import {
  shownAccountSchema,
  accountRequestSchema,
  closingReportSchema,
  closingRequestSchema,
  closingsQuerySchema,
  deskPaymentSchema,
  ledgerSchema,
  municipalityQuerySchema,
  orderReferenceSchema,
  orderRequestSchema,
  exportedOrdersPageSchema,
  ordersPageSchema,
  ordersQuerySchema,
  providerNameSchema,
  receiptsFileSchema,
  refundRequestSchema,
  payerOrderSchema,
  payerProofSchema,
} from './payments-api.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'

/** Maximum bytes of a provider's webhook, which has a few kilobytes. */
const WEBHOOK_BYTES = 256 * 1024

export const createOrder = {
  method: 'POST',
  path: '/payments/orders',
  access: PUBLIC_ACCESS,
  body: orderRequestSchema,
  reply: payerOrderSchema,
  summary:
    'Creates the order of a stored answer and begins a payment attempt; repeating the request returns the same attempt. Allowed for the device that sent the answer, or, when paying again, with the order number',
} as const satisfies Endpoint

export const readOwnPayment = {
  method: 'POST',
  path: '/payments/own',
  access: PUBLIC_ACCESS,
  always: 'reads',
  body: z.strictObject({ answer: answerIdSchema, proof: payerProofSchema }),
  missing: 'payment.missing',
  reply: z.strictObject({
    orderId: z.string().nullable().describe('number of the paid order; null: not paid yet'),
    isFree: z.literal(true).optional().describe('true: no payment was required'),
  }),
  summary: 'Whether an answer is paid, for the device that sent it and for its citizen',
} as const satisfies Endpoint

/** Endpoint about one order. Replies payment.missing unless both parts of the order's reference match. */
const payerOrderEndpoint = {
  access: PUBLIC_ACCESS,
  params: orderReferenceSchema,
  missing: 'payment.missing',
  reply: payerOrderSchema,
} as const

export const readPayment = {
  ...payerOrderEndpoint,
  method: 'GET',
  path: '/payments/orders/:id/:orderId',
  summary: 'An order for its payer, with its receipt once issued',
} as const satisfies Endpoint

export const lookPayment = {
  ...payerOrderEndpoint,
  method: 'POST',
  path: '/payments/orders/:id/:orderId/look',
  summary:
    'Asks the provider for the state of an order, and returns the order; for the page to which the payer returns',
} as const satisfies Endpoint

export const readReceipt = {
  ...payerOrderEndpoint,
  method: 'GET',
  path: '/payments/orders/:id/:orderId/receipt',
  query: z.object({ refund: z.string().max(200).optional() }),
  reply: 'stream',
  summary: 'The receipt of a paid order as PDF; with the reference of a refund, its credit note',
} as const satisfies Endpoint

export const takePaymentWebhook = {
  method: 'POST',
  path: '/payments/webhooks/:provider',
  access: PUBLIC_ACCESS,
  params: z.object({ provider: providerNameSchema }),
  query: z.looseObject({ municipality: municipalityQuerySchema.shape.municipality }),
  body: z.unknown(),
  ownBody: true,
  maxBytes: WEBHOOK_BYTES,
  reply: 'stream',
  summary:
    'Webhook of a payment provider, verified over its raw body; triggers a check at the provider. Returns 200 for unknown events as well',
} as const satisfies Endpoint

/** Endpoint about an answer's payments. Replies answer.missing to users who may not read the answer. */
const answerPaymentEndpoint = {
  params: z.object({ id: answerIdSchema }),
  missing: 'answer.missing',
  topic: 'answers',
  reply: z.object({
    order: paymentOrderSchema.omit({ attempts: true, code: true }),
    ledger: ledgerSchema,
    receipts: z.array(receiptSchema),
    cashier: z
      .string()
      .optional()
      .describe('name of the person who recorded the payment at the desk; missing if paid elsewhere'),
  }),
} as const

export const readAnswerPayment = {
  ...answerPaymentEndpoint,
  method: 'GET',
  path: '/answers/:id/payment',
  access: requireRight('read', 'respuesta'),
  summary: 'The order of an answer, with its payments, refunds and disputes',
} as const satisfies Endpoint

export const recordPayment = {
  ...answerPaymentEndpoint,
  method: 'POST',
  path: '/answers/:id/payment/desk',
  access: requireRight('create', 'pago'),
  body: deskPaymentSchema,
  summary:
    'Records a payment at the desk; first closes an open attempt at the provider. If the order is paid already, the refusal says by which method and who recorded it',
} as const satisfies Endpoint

export const askPayment = {
  ...answerPaymentEndpoint,
  method: 'POST',
  path: '/answers/:id/payment/look',
  access: requireRight('create', 'pago'),
  summary: "Asks the provider for the current state of an answer's payments, including refunds and disputes",
} as const satisfies Endpoint

export const validatePayment = {
  ...answerPaymentEndpoint,
  method: 'POST',
  path: '/answers/:id/payment/validation',
  access: requireRight('create', 'pago'),
  summary: 'Validates an order, so that it can be paid. Refuses with payment.event-cancelled',
} as const satisfies Endpoint

export const refundPayment = {
  ...answerPaymentEndpoint,
  method: 'POST',
  path: '/answers/:id/payment/refunds',
  access: requireRight('refund', 'pago'),
  body: refundRequestSchema,
  confirms: true,
  summary: 'Refunds a payment in full or in part, with a reason',
} as const satisfies Endpoint

/** Staff see the orders of the areas that they may access. */
const orderListEndpoint = {
  access: requireRight('read', 'pago'),
  missing: 'place.missing',
  reply: ordersPageSchema,
} as const

export const listOrders = {
  ...orderListEndpoint,
  method: 'GET',
  path: '/payments/orders',
  query: ordersQuerySchema,
  topic: 'answers',
  summary: 'Orders of a municipality, 25 per page, newest first by default; searchable',
} as const satisfies Endpoint

export const exportOrders = {
  ...orderListEndpoint,
  method: 'POST',
  path: '/payments/orders/export',
  always: 'reads',
  reply: exportedOrdersPageSchema,
  body: z.strictObject({ sought: ordersQuerySchema.omit({ before: true, sort: true }) }),
  summary: 'Orders of a municipality in large pages, newest first. Each page is recorded in the audit log',
} as const satisfies Endpoint

export const exportReceipts = {
  method: 'POST',
  path: '/payments/closing',
  access: requireRight('close', 'pago'),
  missing: 'place.missing',
  body: closingRequestSchema,
  always: 'reads',
  reply: receiptsFileSchema,
  summary:
    'Receipts and credit notes that a municipality issued on a day in its time zone, as CSV with sums by series and currency. Recorded in the audit log',
} as const satisfies Endpoint

export const readClosings = {
  method: 'GET',
  path: '/payments/closings',
  access: requireRight('close', 'pago'),
  missing: 'place.missing',
  query: closingsQuerySchema,
  reply: closingReportSchema,
  summary:
    'Money of a municipality in a period of days in its time zone, by form, provider, method and cashier, with closed days and differences. Test payments do not count',
} as const satisfies Endpoint

export const closeDay = {
  method: 'POST',
  path: '/payments/closings',
  access: requireRight('close', 'pago'),
  missing: 'place.missing',
  body: closingRequestSchema,
  reply: closingSchema.pick({ day: true, number: true }),
  summary:
    'Closes all days from the previous closing up to a given day, which must be one of the last 366 days, and numbers the closing; the first closing covers all earlier money. Money of closed days that arrives later counts on the first open day. Recorded in the audit log',
} as const satisfies Endpoint

export const readPaymentAccount = {
  method: 'GET',
  path: '/payments/account',
  access: requireRight('manage', 'pago'),
  query: municipalityQuerySchema,
  reply: shownAccountSchema,
  topic: 'places',
  summary: 'The payment provider of a municipality, without its keys',
} as const satisfies Endpoint

export const connectPaymentAccount = {
  method: 'PUT',
  path: '/payments/account',
  access: requireRight('manage', 'pago'),
  query: municipalityQuerySchema,
  body: accountRequestSchema,
  confirms: true,
  reply: shownAccountSchema,
  topic: 'places',
  summary: "Connects a municipality's account with a payment provider",
} as const satisfies Endpoint
