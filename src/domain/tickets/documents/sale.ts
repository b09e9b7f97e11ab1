import { z } from 'zod'
import { instantSchema } from '../../kernel/instant.ts'
import { boundedList, nameSchema, titleSchema, type DeepReadonly } from '../../kernel/building-blocks.ts'
import { currencySchema } from '../../payments/documents/currency.ts'
import { centsSchema, quantitySchema } from '../../payments/documents/payment.ts'

/** Minutes for which an order waits for payment: minimum, maximum and default. */
export const ORDER_LIFETIME_MINUTES = { least: 30, most: 1440, usual: 60 } as const
/**
 * Hours for which places are reserved: while staff validate the answer (a weekend), and then for the payer, who is
 * notified.
 */
export const RESERVATION_HOURS = { staff: 72, payer: 24 } as const
export const MAX_ZONES = 200
export const MAX_PROMOTIONS = 100
/** Maximum ID numbers of one exemption. */
const MAX_EXEMPT = 2000

/** Public fields of a promotion; the public schemas below contain no other fields. */
const promotionFields = {
  name: titleSchema.describe('name'),
  percentOff: z.number().min(0).max(100).default(0).describe('discount in percent, with two decimals at most'),
  amountOff: centsSchema.default(0).describe('discount in cents, on top of the percentage'),
  from: quantitySchema.default(1).describe('minimum quantity'),
  until: instantSchema.optional().describe('valid until'),
}
export const promotionSchema = z.object({
  ...promotionFields,
  code: z.string().max(40).optional().describe('discount code that the payer must enter'),
  dni: boundedList(z.string().max(20), MAX_EXEMPT).optional().describe('ID numbers of the citizens it applies to'),
})
export type Promotion = DeepReadonly<z.infer<typeof promotionSchema>>

export const zoneSchema = z.object({
  id: z.int().min(0).max(9999).describe('id under which its sold places are counted; never reused for another zone'),
  name: titleSchema.describe('zone or product'),
  price: centsSchema.describe('unit price, in cents'),
  maxQuantity: quantitySchema.describe('number of places'),
  maxPerPerson: quantitySchema.optional().describe('maximum quantity per person'),
})
export type Zone = DeepReadonly<z.infer<typeof zoneSchema>>

/** Re-entry: never, after leaving, always. */
export const REENTRY_RULES = ['never', 'after-exit', 'always'] as const
export type ReentryRule = (typeof REENTRY_RULES)[number]

/**
 * Ticket sale of a template with a payment gateway (part 3, point 9). The specification does not define field names.
 */
export const ticketSaleSchema = z.object({
  productType: z.enum(['event', 'product']).describe('tickets of an event, or goods'),
  zones: boundedList(zoneSchema, MAX_ZONES).describe('what can be bought'),
  maxPerPerson: quantitySchema.optional().describe('maximum quantity per person'),
  promotions: boundedList(promotionSchema, MAX_PROMOTIONS).default([]).describe('discounts'),
  currency: currencySchema.describe('currency of the prices'),
  address: nameSchema.optional().describe('where the event is'),
  eventDate: instantSchema.optional().describe('start of the event'),
  eventEnd: instantSchema.optional().describe('end of the event'),
  again: z.enum(REENTRY_RULES).optional().describe('whether and when a ticket admits its owner again; missing: never'),
  saleFrom: instantSchema.optional().describe('start of the sale'),
  saleUntil: instantSchema.optional().describe('end of the sale'),
})
/** Ticket sale of a stored form. Drafts have no `cancelled`, so that no editor sets or removes it. */
export const storedTicketSaleSchema = ticketSaleSchema.extend({
  cancelled: instantSchema.optional().describe('when the event was cancelled; final'),
})
export type TicketSale = DeepReadonly<z.infer<typeof storedTicketSaleSchema>>

/**
 * Price of an answer, in addition to the sale and the `precio` of chosen options (`charge`, an addition to the
 * specification).
 */
export const chargeSchema = z.object({
  base: centsSchema.default(0).describe('base price of each answer, in cents'),
  discounts: boundedList(promotionSchema, MAX_PROMOTIONS).default([]).describe('discounts and exemptions'),
  currency: currencySchema.optional().describe('currency of the prices, or of what is sold'),
  minutes: z
    .int()
    .min(ORDER_LIFETIME_MINUTES.least)
    .max(ORDER_LIFETIME_MINUTES.most)
    .default(ORDER_LIFETIME_MINUTES.usual)
    .describe('minutes after which an unpaid order expires'),
  validated: z.boolean().default(false).describe('staff validate an order before it can be paid'),
  withCodes: z
    .boolean()
    .optional()
    .describe(
      'true: some discounts need a code. Set only in copies for users who may not change the form; these copies omit the codes',
    ),
})
export type Charge = DeepReadonly<z.infer<typeof chargeSchema>>

const withCodes = z.boolean().default(false).describe('true: some discounts need a code')
const openPromotions = boundedList(z.object(promotionFields), MAX_PROMOTIONS)
  .default([])
  .describe('discounts for everyone')

/** Public part of sale and charge, without codes and citizens' ID numbers. */
export const publicTicketSaleSchema = storedTicketSaleSchema.extend({ promotions: openPromotions })
export const publicChargeSchema = chargeSchema.extend({ discounts: openPromotions, withCodes })
