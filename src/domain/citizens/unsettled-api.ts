import { z } from 'zod'
import { citizenSchema } from './documents/citizen.ts'
import { type UnsettledCitizen, unsettledCitizenSchema } from './documents/unsettled.ts'
import { citizenIdSchema } from '../kernel/ids.ts'
import { registryNumberSchema } from './registry-calls.ts'

const placeSchema = z.string().min(1).max(200)

/** `GET /api/citizens/unsettled`: unverified citizens, oldest first. */
export const unsettledQuerySchema = z.strictObject({ after: placeSchema.optional(), before: placeSchema.optional() })
export const unsettledPageSchema = z.strictObject({
  citizens: z.array(unsettledCitizenSchema.omit({ areas: true, authorId: true })),
  /** number of citizens that this user may decide about */
  total: z.int().min(0),
  next: placeSchema.optional(),
  previous: placeSchema.optional(),
})
export type UnsettledPage = z.infer<typeof unsettledPageSchema>
export type UnsettledCitizenListItem = UnsettledPage['citizens'][number]

/**
 * `POST /api/citizens/{answer}/settle`: decision about a citizen. `registered` contains the entry that the user saw;
 * the server looks it up again and refuses if it is another person now. `created` creates the typed citizen in the
 * registry.
 */
export const settleRequestSchema = z.discriminatedUnion('how', [
  z.strictObject({ how: z.literal('registered'), number: registryNumberSchema, id: citizenIdSchema }),
  z.strictObject({ how: z.literal('created') }),
  z.strictObject({ how: z.literal('typed') }),
])
export type SettleRequest = z.infer<typeof settleRequestSchema>
export const settledCitizenSchema = z.strictObject({ citizen: citizenSchema })

/** Search key of all unsettled citizens, for administrators. */
export const ALL_UNSETTLED_SEARCH_KEY = '*'

/**
 * Search keys of an unsettled citizen: areas, municipality and `ALL_UNSETTLED_SEARCH_KEY`. They are in one list,
 * because the number of indexes in Firestore is limited.
 */
export function buildUnsettledSearchKeys({ areas, municipality }: UnsettledCitizen): readonly string[] {
  return [...areas, municipality, ALL_UNSETTLED_SEARCH_KEY]
}
