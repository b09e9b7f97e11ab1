import { z } from 'zod'
import { answerIdSchema, sha256Schema, templateIdSchema } from '../kernel/ids.ts'
import { instantSchema } from '../kernel/instant.ts'

const pageFields = (most: number) => ({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(most)
    .default(most / 2)
    .describe('how many at most'),
  cursor: z.string().min(1).max(400).optional().describe('`next` of the page before'),
})

export const templatesQuerySchema = z.strictObject(pageFields(100))
export const publishedAnswersQuerySchema = z.strictObject({
  form: templateIdSchema.describe('id of the form'),
  state: z
    .string()
    .regex(/^\d{1,3}$/)
    .optional()
    .describe('number of a state: only what stands there'),
  createdSince: instantSchema.optional().describe('only what was saved then or later; in the order of saving'),
  updatedSince: instantSchema
    .optional()
    .describe('only what came or was changed then or later, in that order: follow `next` to follow every change'),
  ...pageFields(200),
})
export type PublishedAnswersQuery = z.infer<typeof publishedAnswersQuerySchema>

export const publishedHistoryQuerySchema = z.strictObject({
  before: z.coerce.number().int().min(1).max(1e9).optional().describe('`next` of the page before'),
})
export const publishedFileParamsSchema = z.object({ id: answerIdSchema, sha256: sha256Schema })
