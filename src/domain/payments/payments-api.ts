import { z } from 'zod'
import { currencySchema } from './documents/currency.ts'
import {
  MAX_PRICE_LINES,
  paymentAccountSchema,
  paymentFactSchema,
  PAYMENT_MODES,
  priceLineSchema,
  PROVIDERS,
  receiptSchema,
  type PaymentOrder,
} from './documents/order.ts'
import { centsSchema, MAX_ORDER_QUANTITY, paymentStatusSchema } from './documents/payment.ts'
import { MAX_TICKETS, ticketHashSchema } from '../tickets/documents/hash.ts'
import { answerIdSchema, mutationIdSchema, templateIdSchema } from '../kernel/ids.ts'
import { instantSchema } from '../kernel/instant.ts'
import { municipalityPathSchema } from '../kernel/paths.ts'
import { requiredText } from '../kernel/required-text.ts'
import { isDay } from '../kernel/time-zones.ts'
import { MAX_CITIZEN_NAME_LENGTH, MAX_EMAIL_LENGTH } from '../kernel/limits.ts'
import { comparableIdNumber } from '../kernel/comparable.ts'
import { openAttempt } from './facts.ts'
import { settledBy } from './settle.ts'

const orderIdSchema = z.string().regex(/^[0-9A-Z]{12}$/)

export const purchaseSchema = z.strictObject({
  zone: z.int().min(0).max(9999),
  quanty: z.int().min(1).max(MAX_ORDER_QUANTITY),
})
export const payerSchema = z.strictObject({
  fullName: requiredText(MAX_CITIZEN_NAME_LENGTH),
  dni: z
    .string()
    .trim()
    .min(1)
    .max(20)
    .refine((text) => comparableIdNumber(text) !== ''),
  phone: z.string().trim().max(20),
  email: z.email().max(MAX_EMAIL_LENGTH),
})
export type Payer = Readonly<z.infer<typeof payerSchema>>

/** The content that the server signs for the citizen of an answer that is still to be paid. */
export const citizenPaySchema = z.object({ answer: answerIdSchema, until: instantSchema })
/** A signed text by which a citizen may pay for their answer (`ownAnswerSchema`). */
const citizenProofSchema = z.string().regex(/^r1y\.[A-Za-z0-9_-]{1,600}\.[0-9a-f]{64}$/)
/** Id of the mutation that handed the answer in, which only its device knows; or the signed text of its citizen. */
export const payProofSchema = mutationIdSchema.or(citizenProofSchema)

/** What is asked of the server to pay for an answer that it has stored. */
export const orderWishSchema = z.strictObject({
  answer: answerIdSchema,
  proof: payProofSchema.optional(),
  /** number of the order, for who pays again */
  orderId: orderIdSchema.optional(),
  purchase: purchaseSchema.optional(),
  code: z.string().max(40).default(''),
  payer: payerSchema,
  /** the total that the payer was shown, in cents: no more is charged */
  shown: centsSchema,
})
export type OrderWish = Readonly<z.infer<typeof orderWishSchema>>

/** What opens an order's pages: both together. */
export const orderReferenceSchema = z.object({
  orderId: orderIdSchema,
  id: answerIdSchema,
})

/** What a payer sees of their order. */
export const shownOrderSchema = z.object({
  orderId: z.string(),
  id: answerIdSchema,
  form: templateIdSchema,
  status: paymentStatusSchema,
  delivery: z.enum(['none', 'due', 'delivered', 'sold-out']),
  amount: centsSchema,
  currency: currencySchema,
  lines: z.array(priceLineSchema).max(MAX_PRICE_LINES).readonly(),
  reduction: centsSchema,
  fullName: z.string(),
  quanty: z.int(),
  sectionName: z.string(),
  mode: z.enum(PAYMENT_MODES),
  expiresAt: instantSchema,
  /** id of the payment at the provider */
  reference: z.string().optional(),
  /** where it is paid; missing while it cannot be */
  url: z.string().optional(),
  receipt: receiptSchema.optional(),
  tickets: z.enum(['due', 'made']).optional().describe('missing: it has none, or none yet'),
})
export type ShownOrder = Readonly<z.infer<typeof shownOrderSchema>>

/** What a payer sees: nothing of other attempts, of the provider's ids or of who gave money back. */
export function shownOrderOf(order: PaymentOrder): ShownOrder {
  const { orderId, id, form, status, delivery, amount, currency, lines, reduction, fullName, quanty } = order
  const { sectionName, mode, expiresAt } = order
  const [fact, attempt] = [settledBy(order), openAttempt(order)]
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

/** What staff want to give back. */
export const refundWishSchema = z.strictObject({
  /** made by the screen: sent twice, it is one */
  id: mutationIdSchema,
  amount: centsSchema.min(1),
  reason: z.string().trim().min(1).max(500),
  /** reference of the payment that is given back; missing: the one by which the order was paid */
  payment: paymentFactSchema.shape.reference.optional(),
  /** it is handed over at the desk, whatever way it came: for what the provider cannot give back */
  atDesk: z.boolean().optional(),
  dispute: paymentFactSchema.shape.reference
    .optional()
    .describe('settles this lost dispute: all of its money is written off as given back, and none moves'),
  tickets: z
    .array(ticketHashSchema)
    .max(MAX_TICKETS)
    .readonly()
    .optional()
    .describe(
      'ids of the tickets that it voids, none where empty; missing: unused tickets, from the last, or all with all the money',
    ),
})
export type RefundWish = Readonly<z.infer<typeof refundWishSchema>>

/** Money that came over the desk. `id`: made by the screen: sent twice, it is one. In person one may have no e-mail. */
export const deskWishSchema = orderWishSchema.omit({ answer: true, proof: true, orderId: true, shown: true }).extend({
  id: mutationIdSchema,
  payer: payerSchema.extend({ email: z.union([z.literal(''), payerSchema.shape.email]) }),
  /** as it was counted: the amount of the order, in cents */
  amount: centsSchema,
  /** staff take the price of the version that was answered, although another is current; the audit log says so */
  oldPrice: z.boolean().optional(),
})
export type DeskWish = Readonly<z.infer<typeof deskWishSchema>>

export const providerNameSchema = z.enum(PROVIDERS).exclude(['desk'])

export const ledgerSchema = z.object({
  paid: z.int(),
  refunded: z.int(),
  lost: z.int().default(0).describe('taken by disputes'),
  disputed: z.int().default(0).describe('may still be lost by an open dispute'),
  asked: z.int(),
  kept: z.int(),
  free: z.int(),
})

export const municipalityQuerySchema = z.object({ municipality: municipalityPathSchema })
export const closingWishSchema = z.strictObject({ municipality: municipalityPathSchema, day: z.string().refine(isDay) })
export const closingSchema = z.object({ csv: z.string().describe('the whole file') })

const secretSchema = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,500}$/)

/** An account to connect, newest webhook secret first: nothing unsigned is believed. Its key, a header, is one line. */
export const accountWishSchema = paymentAccountSchema.omit({ by: true, at: true, former: true }).extend({
  key: secretSchema,
  webhookSecrets: z.array(secretSchema.min(8)).min(1).max(4).readonly(),
})
export type AccountWish = Readonly<z.infer<typeof accountWishSchema>>

/** The account without secrets; null: none is connected. `webhooks`: the address that each provider has to be given. */
export const accountShownSchema = z.object({
  account: z
    .object({
      provider: providerNameSchema,
      mode: z.enum(PAYMENT_MODES),
      secrets: z.int().describe('how many secrets its webhooks may be signed with'),
      at: instantSchema,
    })
    .nullable(),
  webhooks: z.record(providerNameSchema, z.string()),
})
