import { z } from 'zod'
import { PAID_STATUS } from '../../kernel/limits.ts'
import { nameSchema, titleSchema, type DeepReadonly } from '../../kernel/building-blocks.ts'
import { currencySchema } from './currency.ts'

export const PAYMENT_STATUSES = ['Pendiente de validar', PAID_STATUS, 'Rechazado'] as const
export const paymentStatusSchema = z.enum(PAYMENT_STATUSES)
export type PaymentStatus = z.infer<typeof paymentStatusSchema>
export const refundedSchema = z.enum(['part', 'whole'])
/** States by which answers are filtered: status, or refunded in full or in part. */
export const PAYMENT_STATES = [...PAYMENT_STATUSES, 'Devuelto'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

const idSchema = z.string().max(200)
/** Maximum amount in cents; small enough for exact percentages. */
export const MAX_ORDER_CENTS = 1e10
export const MAX_ORDER_QUANTITY = 1e6
/** Hundredths of a currency, whatever its smallest coin (part 3, point 9). */
export const centsSchema = z.int().min(0).max(MAX_ORDER_CENTS).describe('amount in cents')
export const quantitySchema = z.int().min(0).max(MAX_ORDER_QUANTITY)

/** `payOrder` */
export const payOrderSchema = z.object({
  orderId: idSchema.describe('number of the order, shown to its payer and to staff'),
  id: idSchema.describe('id of the order, the same as that of its answer'),
  status: paymentStatusSchema.describe('status'),
  amount: centsSchema.describe('amount in cents'),
  fullName: nameSchema.default('').describe('name of the payer'),
  dni: z.string().max(20).default('').describe('ID number of the payer'),
  phone: z.string().max(20).default('').describe('phone of the payer'),
  email: z.string().max(254).default('').describe('e-mail address of the payer'),
  quanty: quantitySchema.default(1).describe('quantity bought'),
  sectionName: titleSchema.default('').describe('zone or product bought'),
  form: idSchema.describe('id of the form'),
  reference: idSchema.optional().describe('id of the payment at the provider; missing while unpaid'),
})

/** Entry of `payments` in an answer. */
export const paymentEntrySchema = z.object({
  name: nameSchema.describe('zone or product bought'),
  address: nameSchema.default('').describe('place of the event; empty if there is none'),
  dateFormatted: z.string().max(40).describe('date as printed, DD/MM/YYYY HH:mm'),
  payOrder: payOrderSchema.describe('the order'),
  verifiedClickOnPayment: z.boolean().default(false).describe('true: the payer continued to the payment page'),
  preview: z.boolean().default(false).describe('true: provisional entry; the payer does not have what was bought yet'),
  currencyType: currencySchema.describe('currency of the amount'),
  refunded: refundedSchema
    .optional()
    .describe('how much of the price was refunded; missing if nothing, and in entries stored by earlier releases'),
})
export type PaymentEntry = DeepReadonly<z.infer<typeof paymentEntrySchema>>

/** `purchaseOrderDetails` of an answer. */
export const purchaseOrderDetailsSchema = z.object({
  quanty: quantitySchema.describe('quantity'),
  price: centsSchema.describe('unit price, in cents'),
  section: titleSchema.default('').describe('zone or product'),
})
