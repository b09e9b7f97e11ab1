import { z } from 'zod'
import { answerIdSchema, citizenIdSchema, templateIdSchema } from '../../kernel/ids.ts'
import { instantSchema } from '../../kernel/instant.ts'
import { areaPathSchema, municipalityPathSchema } from '../../kernel/paths.ts'
import { answerSchema } from '../../answers/documents/answer.ts'
import { boundedList, titleSchema, type DeepReadonly } from '../../kernel/building-blocks.ts'
import { citizenSchema } from './citizen.ts'

export const UNSETTLED_REASONS = ['not-found', 'other-name'] as const

/**
 * `unsettled/{answerId}`: citizen of an answer who was entered by hand and not verified by the registry on arrival. A
 * user must decide who the citizen is. Deleted after the decision, or with the answer.
 */
export const unsettledCitizenSchema = z.object({
  answer: answerIdSchema.describe('the answer'),
  template: templateIdSchema.describe('form of the answer'),
  titulo: titleSchema.describe('title of the form'),
  codigoMunicipio: answerSchema.shape.codigoMunicipio.describe('code of the answer'),
  authorId: answerSchema.shape.authorId.describe('user id of the author, or "public"'),
  areas: boundedList(areaPathSchema, 500).describe('areas of the answer, copied for lists'),
  municipality: municipalityPathSchema.describe('municipality of the answer, copied for lists'),
  citizen: citizenSchema.describe('as typed'),
  reason: z
    .enum(UNSETTLED_REASONS)
    .describe('why it needs a decision: the number is not registered, or belongs to someone with another name'),
  found: citizenIdSchema
    .optional()
    .describe('id of the person with this number in the registry; their data needs a separate, rate-limited look-up'),
  at: instantSchema.describe('when the registry was asked'),
})
export type UnsettledCitizen = DeepReadonly<z.infer<typeof unsettledCitizenSchema>>
