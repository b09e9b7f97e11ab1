import { z } from 'zod'

/** `currencyType` of a payment, `currency` of a sale. */
export const currencySchema = z.object({
  sign: z.string().max(8).describe('for example €'),
  name: z.string().max(40).describe('for example EUR'),
})
