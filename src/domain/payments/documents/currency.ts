import { z } from 'zod'

/** Currency of prices and amounts: `currencyType` of a payment, `currency` elsewhere. */
export const currencySchema = z.object({
  sign: z.string().max(8).describe('for example €'),
  name: z.string().max(40).describe('for example EUR'),
})
