import { z } from 'zod'
import { answerIdSchema, templateIdSchema, userIdSchema } from '../../kernel/ids.ts'
import { instantSchema } from '../../kernel/instant.ts'
import { areaPathSchema, municipalityPathSchema } from '../../kernel/paths.ts'
import { list, nameSchema, titleSchema, type DeepReadonly } from '../../kernel/building-blocks.ts'
import { currencySchema } from './currency.ts'
import { centsSchema, payOrderSchema, quantitySchema } from './payment.ts'
import { MAX_TICKETS, ticketHashSchema } from '../../tickets/documents/hash.ts'

/** Sources of payments. `desk`: cash or a transfer, recorded by staff. */
export const PROVIDERS = ['stripe', 'mercado-pago', 'desk'] as const
/** Modes of payment. Test payments have no value, and their receipts a separate series. */
export const PAYMENT_MODES = ['live', 'test'] as const
export type PaymentMode = (typeof PAYMENT_MODES)[number]

/** Maximum attempts of one order. A payer who needs more pays at the desk. */
export const MAX_ATTEMPTS = 50
/** Maximum facts of one order: each attempt has a few, each refund one or two. */
export const MAX_FACTS = 1000
export const MAX_REFUNDS = 100

const referenceSchema = z.string().max(200)
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
 * | disputed | the payer disputes the payment `of` at bank or provider, or that was decided | the dispute |
 */
export const FACT_KINDS = [
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

/** Status of a dispute: decided for the municipality (`won`) or against it (`lost`: the money is gone). */
export const DISPUTE_STATUSES = ['open', 'won', 'lost'] as const
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number]

export const paymentFactSchema = z.object({
  kind: z.enum(FACT_KINDS).describe('what it says'),
  attempt: z.int().min(0).max(MAX_ATTEMPTS).describe('of which attempt; 0 of none'),
  provider: z.enum(PROVIDERS).describe('who says it'),
  reference: referenceSchema.describe('what it speaks of, by the id that it has there'),
  of: referenceSchema
    .optional()
    .describe('of a refund: the payment that it gives back; of a dispute: that it is about'),
  dispute: z.enum(DISPUTE_STATUSES).optional().describe('of a dispute: how far it has come'),
  amount: centsSchema.describe('in cents; 0 where there is none'),
  at: instantSchema.describe('when it happened, by the clock of who says it'),
  voids: list(placeSchema, MAX_TICKETS)
    .optional()
    .describe('of a refund: the places whose tickets it voids, from 0; missing in facts of earlier releases'),
})
export type PaymentFact = DeepReadonly<z.infer<typeof paymentFactSchema>>

/** Attempt to pay, stored before the provider is called. */
export const paymentAttemptSchema = z.object({
  number: z.int().min(1).max(MAX_ATTEMPTS).describe('1 for the first'),
  provider: z.enum(PROVIDERS).describe('who takes the money'),
  mode: z.enum(PAYMENT_MODES).optional().describe('of the account that takes it; missing: that of the order'),
  amount: centsSchema.describe('in cents'),
  openedAt: instantSchema.describe('when'),
  expiresAt: instantSchema.describe('when the provider is asked to close it'),
  validated: z
    .boolean()
    .optional()
    .describe('of a wait for staff, which is an attempt at the desk: they have validated it'),
  session: referenceSchema.optional().describe('id there; missing until the provider has answered'),
  url: z.string().max(4000).optional().describe('page where it is paid'),
  from: list(
    z.object({
      bucket: z.string().max(200).describe('name of the bucket'),
      interval: z.number().min(0).describe('milliseconds in which one leaves it'),
    }),
    2,
  )
    .optional()
    .describe('where its places are counted for the network that it was ordered from, while they are unpaid'),
})
export type PaymentAttempt = DeepReadonly<z.infer<typeof paymentAttemptSchema>>

/** Requested refund. */
export const refundSchema = z.object({
  id: z.string().max(250).describe('the same however often it is asked for'),
  reference: referenceSchema.optional().describe('id that it has at the provider; missing until that has answered'),
  payment: referenceSchema.describe('the payment that it gives back'),
  amount: centsSchema.describe('in cents'),
  reason: z.string().max(500).describe('why, in words of who asked for it; empty of what goes back by itself'),
  by: userIdSchema.optional().describe('who asked for it; missing: it goes back by itself'),
  at: instantSchema.describe('when it was asked for'),
  voids: list(placeSchema, MAX_TICKETS)
    .optional()
    .describe('the places whose tickets staff void with it, from 0; missing: unused ones, from the last'),
})
export type Refund = DeepReadonly<z.infer<typeof refundSchema>>

export const priceLineSchema = z.object({
  name: titleSchema.describe('what it is for'),
  quanty: quantitySchema.describe('how many'),
  price: centsSchema.describe('price of one, in cents'),
})
export type PriceLine = DeepReadonly<z.infer<typeof priceLineSchema>>
export const MAX_PRICE_LINES = 500

/** `payOrder/{id}`: order of an answer, with all facts about its money. */
export const paymentOrderSchema = payOrderSchema.extend({
  id: answerIdSchema.describe('id of the document: that of the answer'),
  form: templateIdSchema.describe('id of the template'),
  municipality: municipalityPathSchema.describe('whose it is'),
  area: areaPathSchema.describe('first area of the form: who may see it'),
  formTitle: titleSchema
    .optional()
    .describe('title of the form, or name of the event, when it was opened; missing on older orders'),
  mode: z.enum(PAYMENT_MODES).describe('of the account that takes the money'),
  currency: currencySchema.describe('of every amount'),
  lines: list(priceLineSchema, MAX_PRICE_LINES).describe('what it is made of'),
  reduction: centsSchema.describe('what was taken off, in cents'),
  code: z
    .string()
    .max(40)
    .optional()
    .describe('of a reduction, as the payer typed it: the next attempt asks for it again'),
  discount: titleSchema.optional().describe('name of the reduction'),
  zone: z.int().min(0).max(9999).optional().describe('id of the zone that was bought'),
  isEvent: z.boolean().optional().describe('each place that is bought is a ticket'),
  tickets: list(ticketHashSchema, MAX_TICKETS).optional().describe('its tickets, once they are made'),
  isQuiet: z
    .boolean()
    .optional()
    .describe('no e-mail is sent about it without any money: there were too many to this address'),
  priced: z
    .object({
      version: z.int().min(1).describe('version of the form'),
      at: instantSchema
        .optional()
        .describe('when it was priced, which decides the reductions; missing in orders of earlier releases'),
      until: instantSchema.describe('when a further attempt is priced by the then current version'),
    })
    .optional()
    .describe('the version of the form whose prices hold'),
  createdAt: instantSchema.describe('when'),
  expiresAt: instantSchema.describe('when it ends, unpaid'),
  validation: z
    .object({ by: userIdSchema.describe('who'), at: instantSchema.describe('when') })
    .optional()
    .describe('by staff, where the form wants it'),
  delivery: z
    .enum(['none', 'due', 'delivered', 'sold-out'])
    .describe(
      'none: unpaid; delivered: what was bought is the payer’s; sold-out: the money came when nothing was left',
    ),
  attempts: list(paymentAttemptSchema, MAX_ATTEMPTS).describe('oldest first'),
  facts: list(paymentFactSchema, MAX_FACTS).describe('in the order in which they became known'),
  refunds: list(refundSchema, MAX_REFUNDS).describe('asked for, oldest first'),
  open: z.boolean().describe('money may come, or is to go back: looked at until it has'),
  lookAt: instantSchema
    .nullable()
    .optional()
    .describe(
      'when the provider is asked again about money that came; null: no more; missing: none came, or in an earlier release',
    ),
})
export type PaymentOrder = DeepReadonly<z.infer<typeof paymentOrderSchema>>

/** `recibos/{order}`, and `recibos/{order}~{refund}` for a credit note. Immutable. */
export const receiptSchema = z.object({
  series: z.string().max(300).describe('municipality and mode'),
  number: z.int().min(1).describe('without a gap in its series'),
  kind: z.enum(['receipt', 'credit-note']).describe('what it is'),
  of: z.int().min(1).optional().describe('of a credit note: the number of the receipt that it takes back from'),
  order: answerIdSchema.describe('id of the order'),
  orderId: z.string().max(200).describe('its number'),
  code: z
    .string()
    .max(64)
    .optional()
    .describe('code or reference of the answer; missing in receipts of earlier releases'),
  municipality: municipalityPathSchema.describe('who issues it'),
  form: templateIdSchema.describe('id of the template'),
  formTitle: titleSchema.optional().describe('its title, or the name of the event; missing on older receipts'),
  amount: centsSchema.describe('in cents'),
  currency: currencySchema.describe('of the amount'),
  lines: list(priceLineSchema, MAX_PRICE_LINES).describe('what it is for'),
  reduction: centsSchema.describe('what was taken off, in cents'),
  fullName: nameSchema.describe('payer'),
  dni: z.string().max(20).describe('ID number of the payer'),
  operationId: referenceSchema.describe('id of the payment, printed in groups of 25 characters'),
  provider: z.enum(PROVIDERS).describe('who took the money'),
  paidAt: instantSchema.describe('when the money came or went back'),
  issuedAt: instantSchema.describe('when it was issued'),
})
export type Receipt = DeepReadonly<z.infer<typeof receiptSchema>>

/** `entradas/{form}~{zone}`. */
export const zoneStockSchema = z.object({
  taken: quantitySchema.describe('paid for, or in the hands of who may still pay'),
  sold: quantitySchema.describe('of these, paid for'),
  moves: z
    .int()
    .min(0)
    .default(0)
    .describe('steps so far: what was counted meanwhile is not right any more when it has gone on'),
})
export type ZoneStock = DeepReadonly<z.infer<typeof zoneStockSchema>>

/** `compradores/{form}~{ID number}`: number taken by one person, by zone id. */
export type Buyer = { readonly taken: Readonly<Record<string, number>> }

const accountKeysSchema = z.object({
  provider: z.enum(PROVIDERS).exclude(['desk']).describe('who takes the money'),
  mode: z.enum(PAYMENT_MODES).describe('test: money of play'),
  key: z.string().min(1).max(500).describe('secret key, or access token'),
  webhookSecrets: list(z.string().min(1).max(500), 4).describe(
    'what its webhooks are signed with; two while one changes',
  ),
  by: userIdSchema.describe('who connected it'),
  at: instantSchema.describe('when'),
})

/** `{municipality}/pagos/cuenta`: payment account. Its keys never leave the server. */
export const paymentAccountSchema = accountKeysSchema.extend({
  former: list(accountKeysSchema, (PROVIDERS.length - 1) * PAYMENT_MODES.length - 1)
    .optional()
    .describe('connected before, of each provider and mode the last: what was paid there goes back by them'),
})
export type PaymentAccount = DeepReadonly<z.infer<typeof paymentAccountSchema>>
