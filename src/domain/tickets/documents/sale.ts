import { z } from 'zod'
import { instantSchema } from '../../kernel/instant.ts'
import { list, nameSchema, titleSchema, type DeepReadonly } from '../../kernel/building-blocks.ts'
import { currencySchema } from '../../payments/documents/currency.ts'
import { centsSchema, quantitySchema } from '../../payments/documents/payment.ts'

/** Minutes that an order may wait for payment. */
export const ORDER_MINUTES = { least: 30, most: 1440, usual: 60 } as const
/** Hours that places are held for validation by staff (over a weekend), and then for the payer, who is notified. */
export const VALIDATION_HOURS = { staff: 72, payer: 24 } as const
export const MAX_ZONES = 200
export const MAX_PROMOTIONS = 100
/** Maximum ID numbers of one exemption. */
const MAX_EXEMPT = 2000

/** Public fields of a promotion; `publicPromotionOf` drops all others. */
const openPromotion = {
  name: titleSchema.describe('name'),
  percentOff: z.number().min(0).max(100).default(0).describe('reduction in percent, with two decimals at most'),
  amountOff: centsSchema.default(0).describe('reduction in cents, on top of the percentage'),
  from: quantitySchema.default(1).describe('quantity from which it holds'),
  until: instantSchema.optional().describe('holds until then'),
}
export const promotionSchema = z.object({
  ...openPromotion,
  code: z.string().max(40).optional().describe('holds for payers who know it'),
  dni: list(z.string().max(20), MAX_EXEMPT).optional().describe('holds for citizens with one of these ID numbers'),
})
export type Promotion = DeepReadonly<z.infer<typeof promotionSchema>>

export const zoneSchema = z.object({
  id: z.int().min(0).max(9999).describe('what its sold places are counted under: never given to another zone'),
  name: titleSchema.describe('zone or product'),
  price: centsSchema.describe('price of one, in cents'),
  maxQuantity: quantitySchema.describe('how many there are'),
  maxPerPerson: quantitySchema.optional().describe('most that one person may buy of it'),
})
export type Zone = DeepReadonly<z.infer<typeof zoneSchema>>

/** Re-entry: never, after leaving, always. */
export const AGAIN = ['never', 'after-exit', 'always'] as const
export type Again = (typeof AGAIN)[number]

/** Ticket sale of a template with a payment gateway (part 3, point 9); field names are not specified. */
export const ticketSaleSchema = z.object({
  productType: z.enum(['event', 'product']).describe('tickets of an event, or goods'),
  zones: list(zoneSchema, MAX_ZONES).describe('what can be bought'),
  maxPerPerson: quantitySchema.optional().describe('most tickets that one person may buy'),
  promotions: list(promotionSchema, MAX_PROMOTIONS).default([]).describe('reductions'),
  currency: currencySchema.describe('currency of the prices'),
  address: nameSchema.optional().describe('where the event is'),
  eventDate: instantSchema.optional().describe('when it begins'),
  eventEnd: instantSchema.optional().describe('when it ends'),
  again: z.enum(AGAIN).optional().describe('whether one ticket lets in again; never where nothing is said'),
  saleFrom: instantSchema.optional().describe('sold from then'),
  saleUntil: instantSchema.optional().describe('sold until then'),
})
export type TicketSale = DeepReadonly<z.infer<typeof ticketSaleSchema>>

/** `charge` (an addition): price of an answer besides the sale and the `precio` of chosen options. */
export const chargeSchema = z.object({
  base: centsSchema.default(0).describe('what every answer costs, in cents'),
  discounts: list(promotionSchema, MAX_PROMOTIONS).default([]).describe('reductions and exemptions'),
  currency: currencySchema.optional().describe('currency of the prices; of what is sold, where something is'),
  minutes: z
    .int()
    .min(ORDER_MINUTES.least)
    .max(ORDER_MINUTES.most)
    .default(ORDER_MINUTES.usual)
    .describe('how long an order waits for its money'),
  validated: z.boolean().default(false).describe('staff validate an order before it can be paid'),
  withCodes: z
    .boolean()
    .optional()
    .describe('of a copy for who may not change the form, which names no code: there are reductions for who knows one'),
})
export type Charge = DeepReadonly<z.infer<typeof chargeSchema>>

const withCodes = z.boolean().default(false).describe('there are reductions for payers who know a code')
const openPromotions = list(z.object(openPromotion), MAX_PROMOTIONS).default([]).describe('reductions for everybody')

/** Public part of sale and charge: without codes and citizens' ID numbers. */
export const publicTicketSaleSchema = ticketSaleSchema.extend({ promotions: openPromotions })
export const publicChargeSchema = chargeSchema.extend({ discounts: openPromotions, withCodes })
