import { z } from 'zod'
import { PUBLIC_ACCESS } from '../../access/index.ts'
import { MAX_CELL_LENGTH } from '../../answering/question-columns.ts'
import { MAX_NEARBY_ANSWERS, NEARBY_DISTANCES } from '../../answering/nearby.ts'
import { templateIdSchema } from '../../kernel/ids.ts'
import { LANGUAGES } from '../../kernel/limits.ts'
import { pointQuerySchema } from '../../maps/map-api.ts'
import type { Endpoint } from '../../endpoints/endpoint.ts'

/** Data about another person's answer that is shown without an account. Contains no name, text, code or place. */
const nearbyAnswerSchema = z.strictObject({
  kind: z.string().max(MAX_CELL_LENGTH).nullable().describe("the option selected in the form's `nearbyQuestion`"),
  day: z.iso.date().describe("day it was given, in the municipality's time zone"),
  within: z.literal(NEARBY_DISTANCES).describe('approximate distance, rounded up, in metres'),
  state: z.string().max(255).nullable().describe("name of the answer's state; null if the form has no states"),
})
export type NearbyAnswer = z.infer<typeof nearbyAnswerSchema>

export const readNearby = {
  method: 'GET',
  path: '/public/forms/:id/nearby',
  access: PUBLIC_ACCESS,
  params: z.object({ id: templateIdSchema }),
  missing: 'template.missing',
  query: pointQuerySchema.extend({ language: z.enum(LANGUAGES).optional().describe("language of the options' names") }),
  reply: z.strictObject({ answers: z.array(nearbyAnswerSchema).max(MAX_NEARBY_ANSWERS).readonly() }),
  summary: 'Recent answers to a public form near a point, nearest first; access.forbidden unless the form offers it',
} as const satisfies Endpoint
