import { z } from 'zod'
import { closingSchema, closingSumSchema, calendarDaySchema } from './documents/closing.ts'
import { currencySchema } from './documents/currency.ts'
import {
  deskMethodSchema,
  MAX_PRICE_LINES,
  paymentAccountSchema,
  paymentFactSchema,
  PAYMENT_MODES,
  priceLineSchema,
  PAYMENT_PROVIDERS,
  receiptSchema,
  voucherSchema,
  type PaymentOrder,
} from './documents/order.ts'
import { centsSchema, MAX_ORDER_QUANTITY, paymentStatusSchema } from './documents/payment.ts'
import { MAX_TICKETS_PER_ORDER, ticketHashSchema } from '../tickets/documents/hash.ts'
import { answerIdSchema, mutationIdSchema, templateIdSchema } from '../kernel/ids.ts'
import { instantSchema } from '../kernel/instant.ts'
import { municipalityPathSchema } from '../kernel/paths.ts'
import { idNumberText, requiredText } from '../kernel/required-text.ts'
import { countDaysBetween } from '../kernel/time-zones.ts'
import { MAX_CITIZEN_NAME_LENGTH, MAX_EMAIL_LENGTH } from '../kernel/limits.ts'
import { computeCashChange } from './amount.ts'
import { DISAGREEMENT_KINDS } from './disagreements.ts'
import { findOpenAttempt } from './facts.ts'
import { ORDER_METHODS, ORDER_SORTS, ORDER_STATES, ordersFilterSchema } from './order-listing.ts'
import { findSettlingFact } from './settle.ts'

/** Maximum days of a period, and maximum age in days of a day to be closed. */
export const MAX_CLOSING_DAYS = 366

const orderIdSchema = z.string().regex(/^[0-9A-Z]{12}$/)

const purchaseSchema = z.strictObject({
  zone: z.int().min(0).max(9999),
  quanty: z.int().min(1).max(MAX_ORDER_QUANTITY),
})
export const payerSchema = z.strictObject({
  fullName: requiredText(MAX_CITIZEN_NAME_LENGTH),
  dni: idNumberText(),
  phone: z.string().trim().max(20),
  email: z.email().max(MAX_EMAIL_LENGTH),
})
export type Payer = Readonly<z.infer<typeof payerSchema>>

/** Content of the signed text that lets a citizen pay for an answer. */
export const citizenPaymentTokenSchema = z.object({ answer: answerIdSchema, until: instantSchema })
/** Signed text that lets a citizen pay for their answer (`ownAnswerSchema` in `citizens/portal-api.ts`). */
const citizenProofSchema = z.string().regex(/^r1y\.[A-Za-z0-9_-]{1,600}\.[0-9a-f]{64}$/)
/** Proof of the payer: id of the mutation that submitted the answer (known only to its device), or the signed text. */
export const payerProofSchema = mutationIdSchema.or(citizenProofSchema)

/** Request to pay for a stored answer. */
export const orderRequestSchema = z.strictObject({
  answer: answerIdSchema,
  proof: payerProofSchema.optional(),
  /** number of the existing order, when paying again */
  orderId: orderIdSchema.optional(),
  purchase: purchaseSchema.optional(),
  code: z.string().max(40).default(''),
  payer: payerSchema,
  /** total shown to the payer, in cents; the maximum charged */
  shown: centsSchema,
})
export type OrderRequest = Readonly<z.infer<typeof orderRequestSchema>>

/** Reference that grants access to an order's pages. */
export const orderReferenceSchema = z.object({
  orderId: orderIdSchema,
  id: answerIdSchema,
})

/** Order as shown to its payer. */
export const payerOrderSchema = z.object({
  orderId: z.string(),
  id: answerIdSchema,
  form: templateIdSchema,
  status: paymentStatusSchema,
  delivery: z.enum(['none', 'due', 'delivered', 'sold-out']),
  amount: centsSchema,
  currency: currencySchema,
  lines: z.array(priceLineSchema).max(MAX_PRICE_LINES).readonly(),
  reduction: centsSchema.describe('amount of the discount, in cents'),
  fullName: z.string(),
  quanty: z.int(),
  sectionName: z.string(),
  mode: z.enum(PAYMENT_MODES),
  expiresAt: instantSchema,
  /** id of the payment at the provider */
  reference: z.string().optional(),
  /** payment page; missing while the order cannot be paid */
  url: z.string().optional(),
  receipt: receiptSchema.optional(),
  tickets: z
    .enum(['due', 'made'])
    .optional()
    .describe('due: being made; made: ready to download; missing: no tickets, or not due yet'),
})
export type PayerOrder = Readonly<z.infer<typeof payerOrderSchema>>

/** Returns what an order's payer may see: without other attempts, the provider's ids and the authors of refunds. */
export function buildPayerOrder(order: PaymentOrder): PayerOrder {
  const { orderId, id, form, status, delivery, amount, currency, lines, reduction, fullName, quanty } = order
  const { sectionName, mode, expiresAt } = order
  const [fact, attempt] = [findSettlingFact(order), findOpenAttempt(order)]
  const isMade = (order.tickets?.length ?? 0) >= quanty
  return {
    orderId,
    id,
    form,
    status,
    delivery,
    amount,
    currency,
    lines,
    reduction,
    fullName,
    quanty,
    sectionName,
    mode,
    expiresAt,
    ...(fact === undefined || fact.reference === '' ? {} : { reference: fact.reference }),
    ...(order.isEvent === true && delivery === 'delivered' ? { tickets: isMade ? 'made' : 'due' } : {}),
    ...(attempt?.url === undefined || fact !== undefined ? {} : { url: attempt.url }),
  }
}

/** Refund requested by staff. */
export const refundRequestSchema = z.strictObject({
  /** generated by the screen for idempotency */
  id: mutationIdSchema,
  amount: centsSchema.min(1),
  reason: z.string().trim().min(1).max(500),
  payment: paymentFactSchema.shape.reference
    .optional()
    .describe('reference of the payment to refund; missing: the one that settled the order'),
  /** paid out at the desk, because the provider cannot refund it */
  atDesk: z.boolean().optional(),
  dispute: paymentFactSchema.shape.reference
    .optional()
    .describe('settles this lost dispute: its amount is recorded as refunded, and no money moves'),
  tickets: z
    .array(ticketHashSchema)
    .max(MAX_TICKETS_PER_ORDER)
    .readonly()
    .optional()
    .describe(
      'ids of the tickets to void; empty: none; missing: unused tickets, the last place first; all tickets if everything is refunded',
    ),
})
export type RefundRequest = Readonly<z.infer<typeof refundRequestSchema>>

/** Payment at the desk. `id` is generated by the screen for idempotency. The payer may have no e-mail address. */
export const deskPaymentSchema = orderRequestSchema
  .omit({ answer: true, proof: true, orderId: true, shown: true })
  .extend({
    id: mutationIdSchema,
    payer: payerSchema.extend({ email: z.union([z.literal(''), payerSchema.shape.email]) }),
    amount: centsSchema.describe("amount due in cents, as shown to staff; must equal the order's amount"),
    /** missing: a screen of an earlier release */
    method: deskMethodSchema.optional(),
    tendered: centsSchema
      .optional()
      .describe('cash handed over at the desk, in cents; missing: the exact amount, or another method'),
    voucher: voucherSchema.optional(),
    /** staff use the price of the filled-in version, not the current one; recorded in the audit log */
    oldPrice: z.boolean().optional(),
  })
  .refine(({ tendered, ...paid }) => tendered === undefined || computeCashChange({ ...paid, tendered }) !== null)
export type DeskPayment = Readonly<z.infer<typeof deskPaymentSchema>>

const placeSchema = z.string().min(1).max(900)

/** Query of the list of orders. `after`, `before`: cursors (`next`, `previous`) of a page with the same sort order. */
export const ordersQuerySchema = ordersFilterSchema.extend({
  sort: z.enum(ORDER_SORTS).optional(),
  after: placeSchema.optional(),
  before: placeSchema.optional(),
})
export type OrdersQuery = Readonly<z.infer<typeof ordersQuerySchema>>

const orderListItemSchema = z.object({
  id: answerIdSchema,
  orderId: z.string(),
  code: z.string().describe('code or reference of the answer'),
  fullName: z.string(),
  dni: z.string(),
  form: templateIdSchema,
  title: z.string().describe('title of the form, or name of the event'),
  sectionName: z.string(),
  amount: centsSchema,
  currency: currencySchema,
  mode: z.enum(PAYMENT_MODES),
  state: z.enum(ORDER_STATES),
  method: z.enum(ORDER_METHODS).nullable(),
  cashier: z.string().describe('name of the person who recorded the payment at the desk; empty if paid elsewhere'),
  tendered: centsSchema.optional().describe('cash handed over at the desk, in cents; missing: not recorded'),
  voucher: z.string().optional().describe('number of the card voucher or transfer; missing: not recorded'),
  refunded: centsSchema.optional().describe('refunded part of the price, in cents; missing if nothing'),
  at: instantSchema.describe('when the order was created'),
})
export type OrderListItem = Readonly<z.infer<typeof orderListItemSchema>>
export const ordersPageSchema = z.strictObject({
  orders: z.array(orderListItemSchema).readonly(),
  next: placeSchema.optional(),
  previous: placeSchema.optional(),
  /** answers without an order whose code is the searched text */
  unpaidAnswers: z.array(z.object({ id: answerIdSchema, code: z.string() })).optional(),
  /** date of the last order read; set when the page ended because the maximum number of orders was read */
  lookedUpTo: instantSchema.optional(),
})
export type OrdersPage = Readonly<z.infer<typeof ordersPageSchema>>
/** Page of an export, with the format of the municipality's files. */
export const exportedOrdersPageSchema = ordersPageSchema.extend({
  language: z.string().describe('language of the municipality, for files'),
  timeZone: z.string().describe('time zone of the municipality, for files'),
})
export type ExportedOrdersPage = Readonly<z.infer<typeof exportedOrdersPageSchema>>

export const providerNameSchema = z.enum(PAYMENT_PROVIDERS).exclude(['desk'])

export const ledgerSchema = z.object({
  paid: z.int().describe('amount received, in cents'),
  refunded: z.int().describe('amount refunded, in cents'),
  lost: z.int().default(0).describe('amount lost in disputes, in cents'),
  disputed: z.int().default(0).describe('amount under open disputes, in cents'),
  asked: z.int().describe('amount of the refunds in progress, in cents'),
  kept: z.int().describe('amount received and neither refunded nor lost, in cents'),
  free: z.int().describe('amount that can still be refunded, in cents'),
})

export const municipalityQuerySchema = z.object({ municipality: municipalityPathSchema })
export const closingRequestSchema = z.strictObject({ municipality: municipalityPathSchema, day: calendarDaySchema })
export const receiptsFileSchema = z.object({ csv: z.string().describe('the whole file') })

/** Days of a period, both included. */
export const closingsQuerySchema = z
  .strictObject({ municipality: municipalityPathSchema, from: calendarDaySchema, to: calendarDaySchema })
  .refine(({ from, to }) => from <= to && countDaysBetween(from, to) < MAX_CLOSING_DAYS)

const shownClosingSchema = closingSchema.pick({ day: true, from: true, number: true, at: true }).extend({
  by: z.string().describe('name of the person who closed it'),
})
export const closingReportSchema = z.object({
  timeZone: z.string().describe('time zone of the days'),
  language: z.string().describe('language of the municipality, for files'),
  today: calendarDaySchema,
  sums: z
    .array(closingSumSchema.extend({ cashier: z.string().describe('name of the cashier; empty: not at the desk') }))
    .readonly(),
  differences: z
    .array(
      z.object({
        id: answerIdSchema,
        orderId: z.string(),
        form: templateIdSchema,
        title: z.string(),
        kind: z.enum(DISAGREEMENT_KINDS),
        isEventCancelled: z.literal(true).optional().describe('money of a cancelled event'),
        amount: centsSchema,
        currency: currencySchema,
      }),
    )
    .readonly()
    .describe('orders of any day whose money needs a decision by staff; `kind`: the reason'),
  moreDifferences: z.boolean().describe('true: there are more differences'),
  closings: z
    .array(shownClosingSchema)
    .readonly()
    .describe('closings in the period; for a period of one day: the closing that covers it'),
  firstOpen: calendarDaySchema.optional().describe('day after the last closing; missing: nothing is closed yet'),
  due: calendarDaySchema.optional().describe('oldest day with money after the last closing, within a year'),
})
export type ClosingReport = Readonly<z.infer<typeof closingReportSchema>>

const secretSchema = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,500}$/)

/** Account to connect. Only signed webhooks are accepted; the newest secret is first. The key is sent in a header. */
export const accountRequestSchema = paymentAccountSchema.omit({ by: true, at: true, former: true }).extend({
  key: secretSchema,
  webhookSecrets: z.array(secretSchema.min(8)).min(1).max(4).readonly(),
})
export type AccountRequest = Readonly<z.infer<typeof accountRequestSchema>>

/** Account without secrets; null: none connected. `webhooks`: address to register at each provider. */
export const shownAccountSchema = z.object({
  account: z
    .object({
      provider: providerNameSchema,
      mode: z.enum(PAYMENT_MODES),
      secrets: z.int().describe('number of secrets that may sign its webhooks'),
      at: instantSchema,
    })
    .nullable(),
  webhooks: z.record(providerNameSchema, z.string()),
})
