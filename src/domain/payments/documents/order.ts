import { z } from 'zod'
import { answerIdSchema, templateIdSchema, userIdSchema } from '../../kernel/ids.ts'
import { instantSchema } from '../../kernel/instant.ts'
import { areaPathSchema, municipalityPathSchema } from '../../kernel/paths.ts'
import { boundedList, nameSchema, titleSchema, type DeepReadonly } from '../../kernel/building-blocks.ts'
import { currencySchema } from './currency.ts'
import { centsSchema, payOrderSchema, quantitySchema } from './payment.ts'
import { MAX_TICKETS_PER_ORDER, ticketHashSchema } from '../../tickets/documents/hash.ts'

/** Sources of payments. `desk`: paid at the desk (`DESK_METHODS`), recorded by staff. */
export const PAYMENT_PROVIDERS = ['stripe', 'mercado-pago', 'desk'] as const
/** Methods of payment at the desk. */
export const DESK_METHODS = ['cash', 'card', 'transfer', 'other'] as const
export const deskMethodSchema = z.enum(DESK_METHODS)
export type DeskMethod = z.infer<typeof deskMethodSchema>
/** Modes of payment. Test payments have no value, and their receipts have a separate series of numbers. */
export const PAYMENT_MODES = ['live', 'test'] as const
export type PaymentMode = (typeof PAYMENT_MODES)[number]

/** Maximum attempts of one order. A payer who needs more pays at the desk. */
export const MAX_ATTEMPTS = 50
/** Maximum facts of one order: each attempt has a few, each refund one or two. */
export const MAX_PAYMENT_FACTS = 1000
export const MAX_REFUNDS = 100

const referenceSchema = z.string().max(200)
/** Maximum length of the number of a card voucher or transfer. */
export const MAX_VOUCHER_LENGTH = 60
export const voucherSchema = z.string().trim().min(1).max(MAX_VOUCHER_LENGTH)
const placeSchema = z.int().min(0).max(9999)

/**
 * Kinds of facts about an order's money, reported by the provider, the desk or this server:
 *
 * | kind | meaning | reference |
 * |---|---|---|
 * | opened | an attempt of this amount was started | its number |
 * | refused | a card or method was declined; the attempt continues | the payment |
 * | closed | the attempt can no longer be paid | its number |
 * | paid | money was received | the payment |
 * | mismatch | money was received that differs in amount or currency | the payment |
 * | waived | nothing had to be paid | none |
 * | refunded | money of the payment `of` was refunded | the refund |
 * | refund-failed | the refund failed and the money remains | the refund |
 * | disputed | a dispute of the payment `of` was opened or decided | the dispute |
 */
export const PAYMENT_FACT_KINDS = [
  'opened',
  'refused',
  'closed',
  'paid',
  'mismatch',
  'waived',
  'refunded',
  'refund-failed',
  'disputed',
] as const

/** Status of a dispute: `won` if decided for the municipality, `lost` if decided against it, and the money is gone. */
export const DISPUTE_STATUSES = ['open', 'won', 'lost'] as const
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number]

export const paymentFactSchema = z.object({
  kind: z.enum(PAYMENT_FACT_KINDS).describe('kind of payment event'),
  attempt: z.int().min(0).max(MAX_ATTEMPTS).describe('number of the payment attempt; 0: no attempt'),
  provider: z.enum(PAYMENT_PROVIDERS).describe('source of the event'),
  reference: referenceSchema.describe('id of the payment, refund or dispute at the provider'),
  of: referenceSchema.optional().describe('the payment that a refund or dispute is about'),
  dispute: z.enum(DISPUTE_STATUSES).optional().describe('stage of a dispute'),
  amount: centsSchema.describe('amount in cents; 0 if there is none'),
  at: instantSchema.describe("when it happened, by the source's clock"),
  day: z
    .string()
    .max(10)
    .optional()
    .describe('accounting day; missing unless the entry arrived after its own day was closed'),
  method: deskMethodSchema.optional().describe('method at the desk; missing in entries stored by earlier releases'),
  tendered: centsSchema
    .optional()
    .describe('cash handed over at the desk, in cents; change was given for the part above `amount`'),
  voucher: voucherSchema.optional().describe('number of the card voucher or transfer, as typed at the desk'),
  by: userIdSchema
    .optional()
    .describe('who recorded a payment at the desk; missing in entries stored by earlier releases'),
  voids: boundedList(placeSchema, MAX_TICKETS_PER_ORDER)
    .optional()
    .describe('places whose tickets a refund voids, from 0; missing in entries stored by earlier releases'),
})
export type PaymentFact = DeepReadonly<z.infer<typeof paymentFactSchema>>

/** Attempt to pay, stored before the provider is called. */
export const paymentAttemptSchema = z.object({
  number: z.int().min(1).max(MAX_ATTEMPTS).describe('number of the attempt, from 1'),
  provider: z.enum(PAYMENT_PROVIDERS).describe('payment provider'),
  mode: z.enum(PAYMENT_MODES).optional().describe("mode of the account that receives it; missing: the order's mode"),
  amount: centsSchema.describe('amount in cents'),
  openedAt: instantSchema.describe('time at which it was opened'),
  expiresAt: instantSchema.describe('when it is closed at the provider'),
  validated: z.boolean().optional().describe('for an attempt at the desk: staff have validated it'),
  session: referenceSchema.optional().describe('id at the provider; missing until it has replied'),
  url: z.string().max(4000).optional().describe('URL of the payment page'),
  from: boundedList(
    z.object({
      bucket: z.string().max(200).describe('name of the rate limit'),
      interval: z.number().min(0).describe('time in which the rate limit frees one place, in milliseconds'),
    }),
    2,
  )
    .optional()
    .describe("rate limits of the payer's network that count the unpaid places of this attempt"),
})
export type PaymentAttempt = DeepReadonly<z.infer<typeof paymentAttemptSchema>>

/** Requested refund. */
export const refundSchema = z.object({
  id: z.string().max(250).describe('id of the refund, the same at each attempt'),
  reference: referenceSchema.optional().describe('id at the provider; missing until it has replied'),
  payment: referenceSchema.describe('the payment that it refunds'),
  amount: centsSchema.describe('amount in cents'),
  reason: z.string().max(500).describe('reason given by the requester; empty for automatic refunds'),
  by: userIdSchema.optional().describe('requester; missing: automatic'),
  at: instantSchema.describe('time of the request'),
  withdrawn: z.boolean().optional().describe('true: no longer needed, and never carried out'),
  voids: boundedList(placeSchema, MAX_TICKETS_PER_ORDER)
    .optional()
    .describe(
      'places whose tickets staff void with it, from 0; missing: unused tickets are voided, the last place first',
    ),
})
export type Refund = DeepReadonly<z.infer<typeof refundSchema>>

export const priceLineSchema = z.object({
  name: titleSchema.describe('name of the item'),
  quanty: quantitySchema.describe('quantity'),
  price: centsSchema.describe('unit price, in cents'),
})
export type PriceLine = DeepReadonly<z.infer<typeof priceLineSchema>>
export const MAX_PRICE_LINES = 500

/** `payOrder/{id}`: order of an answer, with all facts about its money. */
export const paymentOrderSchema = payOrderSchema.extend({
  id: answerIdSchema.describe('id of the order, the same as that of its answer'),
  form: templateIdSchema.describe('id of the form'),
  municipality: municipalityPathSchema.describe('municipality of the order'),
  area: areaPathSchema.describe('first area of the form; determines who may see the order'),
  formTitle: titleSchema
    .optional()
    .describe(
      'title of the form, or name of the event, when the order was created; missing in orders stored by earlier releases',
    ),
  mode: z.enum(PAYMENT_MODES).describe('mode of the account that receives the money: live or test'),
  currency: currencySchema.describe('currency of all amounts'),
  lines: boundedList(priceLineSchema, MAX_PRICE_LINES).describe('items of the amount'),
  reduction: centsSchema.describe('amount of the discount, in cents'),
  code: z.string().max(40).optional().describe('discount code as typed by the payer; the next attempt uses it again'),
  discount: titleSchema.optional().describe('name of the discount'),
  zone: z.int().min(0).max(9999).optional().describe('id of the zone bought'),
  isEvent: z.boolean().optional().describe('true: the form sells tickets of an event'),
  tickets: boundedList(ticketHashSchema, MAX_TICKETS_PER_ORDER)
    .optional()
    .describe('tickets of the order, once issued'),
  isQuiet: z
    .boolean()
    .optional()
    .describe('true: no e-mail is sent while it is unpaid, because too many were sent to this address'),
  priced: z
    .object({
      version: z.int().min(1).describe('version of the form'),
      at: instantSchema
        .optional()
        .describe('when it was priced; decides which discounts apply. Missing in orders stored by earlier releases'),
      until: instantSchema.describe("time from which a new attempt uses the current version's prices"),
    })
    .optional()
    .describe('version of the form whose prices apply'),
  createdAt: instantSchema.describe('when it was created'),
  expiresAt: instantSchema.describe('when it expires if unpaid'),
  validation: z
    .object({ by: userIdSchema.describe('who validated it'), at: instantSchema.describe('time of validation') })
    .optional()
    .describe('validation by staff, if the form requires it'),
  delivery: z
    .enum(['none', 'due', 'delivered', 'sold-out'])
    .describe(
      'none: unpaid; delivered: the payer has what was bought; sold-out: the payment arrived when nothing was left, or after the event was cancelled',
    ),
  cancelled: instantSchema
    .optional()
    .describe('when the order was marked because its event was cancelled; all its money is refunded'),
  attempts: boundedList(paymentAttemptSchema, MAX_ATTEMPTS).describe('payment attempts, oldest first'),
  facts: boundedList(paymentFactSchema, MAX_PAYMENT_FACTS).describe(
    'payment events in the order in which they were recorded',
  ),
  refunds: boundedList(refundSchema, MAX_REFUNDS).describe('requested refunds, oldest first'),
  open: z
    .boolean()
    .describe('true while a payment or refund is pending; reconciliation checks the order as long as it is true'),
  lookAt: instantSchema
    .nullable()
    .optional()
    .describe(
      'when the provider is next asked about a received payment; null: not asked again; missing: no payment, or stored by an earlier release',
    ),
})
export type PaymentOrder = DeepReadonly<z.infer<typeof paymentOrderSchema>>

/** `recibos/{order}`, and `recibos/{order}~{refund}` for a credit note. Immutable. */
export const receiptSchema = z.object({
  series: z.string().max(300).describe('municipality and mode'),
  number: z.int().min(1).describe('number of the document, without gaps in the series'),
  kind: z.enum(['receipt', 'credit-note']).describe('type of document'),
  of: z.int().min(1).optional().describe('number of the receipt that a credit note refers to'),
  order: answerIdSchema.describe('id of the order'),
  orderId: z.string().max(200).describe('number of the order'),
  code: z
    .string()
    .max(64)
    .optional()
    .describe('code or reference of the answer; missing in receipts stored by earlier releases'),
  municipality: municipalityPathSchema.describe('issuer'),
  form: templateIdSchema.describe('id of the form'),
  formTitle: titleSchema
    .optional()
    .describe('title of the form, or name of the event; missing in receipts stored by earlier releases'),
  amount: centsSchema.describe('amount in cents'),
  currency: currencySchema.describe('currency of the amount'),
  lines: boundedList(priceLineSchema, MAX_PRICE_LINES).describe('items of the receipt'),
  reduction: centsSchema.describe('amount of the discount, in cents'),
  fullName: nameSchema.describe('name of the payer'),
  dni: z.string().max(20).describe('ID number of the payer'),
  operationId: referenceSchema.describe('id of the payment, printed in groups of 25 characters'),
  provider: z.enum(PAYMENT_PROVIDERS).describe('payment provider or desk'),
  method: deskMethodSchema.optional().describe('method at the desk; missing in receipts stored by earlier releases'),
  tendered: centsSchema
    .optional()
    .describe('cash handed over at the desk, in cents; change was given for the part above `amount`'),
  voucher: voucherSchema.optional().describe('number of the card voucher or transfer, as typed at the desk'),
  paidAt: instantSchema.describe('time of the payment or refund'),
  issuedAt: instantSchema.describe('when it was issued'),
})
export type Receipt = DeepReadonly<z.infer<typeof receiptSchema>>

/** `entradas/{form}~{zone}`: counters of a zone; `~test` is added for test orders. */
export const zoneStockSchema = z.object({
  taken: quantitySchema.describe('number of places that are paid or reserved'),
  sold: quantitySchema.describe('number of places that are paid'),
  moves: z
    .int()
    .min(0)
    .default(0)
    .describe('number of changes to these counters; a recount is discarded if it has increased in the meantime'),
})
export type ZoneStock = DeepReadonly<z.infer<typeof zoneStockSchema>>

/** `compradores/{form}~{ID number}`: number of places taken by one person, by zone id; `~test` for test orders. */
export type Buyer = { readonly taken: Readonly<Record<string, number>> }

const accountKeysSchema = z.object({
  provider: z.enum(PAYMENT_PROVIDERS).exclude(['desk']).describe('payment provider'),
  mode: z.enum(PAYMENT_MODES).describe('test: no real money'),
  key: z.string().min(1).max(500).describe('secret key, or access token'),
  webhookSecrets: boundedList(z.string().min(1).max(500), 4).describe(
    'secrets that sign its webhooks; two while one is being replaced',
  ),
  by: userIdSchema.describe('who connected it'),
  at: instantSchema.describe('time at which it was connected'),
})

/** `{municipality}/pagos/cuenta`: payment account. Its secret keys never leave the server. */
export const paymentAccountSchema = accountKeysSchema.extend({
  former: boundedList(accountKeysSchema, (PAYMENT_PROVIDERS.length - 1) * PAYMENT_MODES.length - 1)
    .optional()
    .describe('earlier accounts, the last of each provider and mode; used for refunds of payments they received'),
})
export type PaymentAccount = DeepReadonly<z.infer<typeof paymentAccountSchema>>
