import { z } from 'zod'
import { citizenSchema } from './documents/citizen.ts'
import { type UnsettledCitizen, unsettledCitizenSchema } from './documents/unsettled.ts'
import { citizenIdSchema } from '../kernel/ids.ts'
import { registryNumberSchema } from './registry-calls.ts'

const placeSchema = z.string().min(1).max(200)

/** `GET /api/citizens/unsettled`: citizens whom the registry could not tell, the oldest first. */
export const unsettledQuerySchema = z.strictObject({ after: placeSchema.optional(), before: placeSchema.optional() })
export const unsettledPageSchema = z.strictObject({
  citizens: z.array(unsettledCitizenSchema.omit({ areas: true, authorId: true })),
  /** all that wait for this person */
  total: z.int().min(0),
  next: placeSchema.optional(),
  previous: placeSchema.optional(),
})
export type UnsettledPage = z.infer<typeof unsettledPageSchema>
export type UnsettledLine = UnsettledPage['citizens'][number]

/**
 * `POST /api/citizens/{answer}/settle`: who it is. `registered` names whom the user has seen: the registry is asked
 * again, and another person under the number is refused. `created` creates them there as they were typed.
 */
export const settleSchema = z.discriminatedUnion('how', [
  z.strictObject({ how: z.literal('registered'), number: registryNumberSchema, id: citizenIdSchema }),
  z.strictObject({ how: z.literal('created') }),
  z.strictObject({ how: z.literal('typed') }),
])
export type Settle = z.infer<typeof settleSchema>
export const settledSchema = z.strictObject({ citizen: citizenSchema })

/** In the reach of every one: by it the administrator finds them. */
export const EVERY_UNSETTLED = '*'

/** Found by areas, municipality and `EVERY_UNSETTLED`, in one list, because the cloud's store counts its indexes. */
export function reachOfUnsettled({ areas, municipality }: UnsettledCitizen): readonly string[] {
  return [...areas, municipality, EVERY_UNSETTLED]
}
