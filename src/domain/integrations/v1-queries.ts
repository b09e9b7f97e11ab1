import { z } from 'zod'
import { answerIdSchema, sha256Schema, templateIdSchema } from '../kernel/ids.ts'
import { instantSchema } from '../kernel/instant.ts'

/**
 * Descriptions of query parameters, for the API description and the reference page, which does not load the schemas.
 */
export const QUERY_DESCRIPTIONS = {
  limit: 'maximum number of results',
  cursor: '`next` of the previous page',
  form: 'id of the form',
  state: 'id of a state: only answers in this state',
  createdSince: 'only answers saved at or after this time, in the order of saving',
  updatedSince:
    'only answers received or changed at or after this time, ordered by last change; follow `next` to receive every change',
  before: '`next` of the previous page',
} as const

const buildPageFields = (max: number) => ({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(max)
    .default(max / 2)
    .describe(QUERY_DESCRIPTIONS.limit),
  cursor: z.string().min(1).max(400).optional().describe(QUERY_DESCRIPTIONS.cursor),
})

export const templatesQuerySchema = z.strictObject(buildPageFields(100))
export const publishedAnswersQuerySchema = z.strictObject({
  form: templateIdSchema.describe(QUERY_DESCRIPTIONS.form),
  state: z
    .string()
    .regex(/^\d{1,3}$/)
    .optional()
    .describe(QUERY_DESCRIPTIONS.state),
  createdSince: instantSchema.optional().describe(QUERY_DESCRIPTIONS.createdSince),
  updatedSince: instantSchema.optional().describe(QUERY_DESCRIPTIONS.updatedSince),
  ...buildPageFields(200),
})
export type PublishedAnswersQuery = z.infer<typeof publishedAnswersQuerySchema>

export const publishedHistoryQuerySchema = z.strictObject({
  before: z.coerce.number().int().min(1).max(1e9).optional().describe(QUERY_DESCRIPTIONS.before),
})
export const publishedFileParamsSchema = z.object({ id: answerIdSchema, sha256: sha256Schema })
