import { z } from 'zod'
import { boundedList, titleSchema, type DeepReadonly } from '../../kernel/building-blocks.ts'
import { templateIdSchema, userIdSchema } from '../../kernel/ids.ts'
import { instantSchema } from '../../kernel/instant.ts'
import { municipalityPathSchema } from '../../kernel/paths.ts'
import { isCalendarDay } from '../../kernel/time-zones.ts'
import { currencySchema } from './currency.ts'
import { deskMethodSchema, PAYMENT_PROVIDERS } from './order.ts'

export const calendarDaySchema = z.string().refine(isCalendarDay)

/** Maximum sums of a closing: combinations of form, provider, method, cashier and currency. */
const MAX_CLOSING_SUMS = 2_000

/**
 * Money of one combination of form, provider, method, cashier and currency, in cents. A reversed movement is negative.
 */
export const closingSumSchema = z.object({
  form: templateIdSchema.describe('id of the form'),
  title: titleSchema.describe('title of the form, or name of the event; empty for orders stored by earlier releases'),
  isEvent: z.boolean().describe('true: the form sells tickets or products'),
  provider: z.enum(PAYMENT_PROVIDERS).describe('who received or returned the money'),
  method: deskMethodSchema.optional().describe('method at the desk'),
  by: userIdSchema.optional().describe('who recorded it at the desk, or requested the refund'),
  currency: currencySchema.describe('currency of the amounts'),
  payments: z.int().describe('number of payments received'),
  received: z.int().describe('amount received, in cents'),
  refunded: z.int().describe('amount refunded, in cents'),
  lost: z.int().describe('amount lost in disputes, in cents'),
})
export type ClosingSum = DeepReadonly<z.infer<typeof closingSumSchema>>

/** `{municipality}/pagos/cierre-{day}`: closing of all days after the previous closing, up to its day. Immutable. */
export const closingSchema = z.object({
  municipality: municipalityPathSchema.describe('municipality of the closing'),
  day: calendarDaySchema.describe("last day that it covers, in the municipality's time zone"),
  from: calendarDaySchema
    .optional()
    .describe('first day that it covers; missing: the first closing, which covers all earlier money'),
  number: z.int().min(1).describe('number of the closing, without gaps in the municipality'),
  timeZone: z.string().max(100).describe('time zone of the days; later closings keep it'),
  by: userIdSchema.describe('who closed it'),
  at: instantSchema.describe('when it was closed'),
  sums: boundedList(closingSumSchema, MAX_CLOSING_SUMS).describe('sums of the closing'),
  movements: z.int().min(0).describe('number of movements'),
})
export type Closing = DeepReadonly<z.infer<typeof closingSchema>>

/**
 * `{municipality}/pagos/cierre`: last closing. Written before its sums are computed, so that no more money counts on
 * its days.
 */
export type LastClosing = Pick<Closing, 'day' | 'from' | 'number' | 'by' | 'at' | 'timeZone'>
