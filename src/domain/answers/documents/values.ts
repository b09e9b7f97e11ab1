import { z } from 'zod'
import { sha256Schema } from '../../kernel/ids.ts'
import { MAX_TEXT_LENGTH } from '../../kernel/limits.ts'
import { addressSchema, orderKeySchema } from '../../kernel/address.ts'
import { getPositionRowId, rowIdSchema } from '../../kernel/row-ids.ts'

const orderSchema = z.int().min(0).max(9999)

/**
 * Value of a question: text (numbers, dates and times in canonical form, see domain/questions), yes/no or chosen
 * options.
 */
const inputValueSchema = z.strictObject({
  respuesta: z
    .union([z.string().max(MAX_TEXT_LENGTH), z.boolean()])
    .optional()
    .describe('open questions: canonical text; yes/no questions: true or false'),
  chosen: z
    .array(orderSchema)
    .max(2000)
    .readonly()
    .optional()
    .describe('select and radio: the `orden` of each chosen option, ascending'),
})

export const questionValueSchema = inputValueSchema.extend({
  // Attachments are named by the SHA-256 of their bytes and described in the submission's `files`.
  imagen: sha256Schema.optional().describe('hash of the attached image'),
  documento: sha256Schema.optional().describe('hash of the attached document'),
  video: sha256Schema.optional().describe('hash of the attached video'),
  combined: z
    .record(orderKeySchema, inputValueSchema.readonly())
    .readonly()
    .optional()
    .describe("combined questions: the value of each input item, by the item's `orden`"),
})
export type QuestionValue = Readonly<z.infer<typeof questionValueSchema>>

/** Maximum additional rows of a section. */
export const MAX_ADDITIONAL_ROWS = 9999

/** Converts a row count, which apps without row ids send, to row ids. Each id is the row's position. */
function toRowPositions(rows: unknown): unknown {
  const isCount = typeof rows === 'number' && Number.isInteger(rows) && rows >= 0 && rows <= MAX_ADDITIONAL_ROWS
  return isCount ? Array.from({ length: rows }, (_, at) => getPositionRowId(at)) : rows
}

/**
 * Content of an answer, as sent and as stored in drafts: values by address. Contains no copy of the form and no
 * unanswered questions.
 */
export const answerValuesSchema = z.strictObject({
  values: z.record(addressSchema, questionValueSchema),
  /** checked conditions of conditional sections: section order -> condition orders, ascending */
  conditions: z.record(orderKeySchema, z.array(orderSchema).max(1000)),
  /** additional rows of repeatable sections: section order -> row ids in display order */
  rows: z.record(
    orderKeySchema,
    z.preprocess(toRowPositions, z.array(rowIdSchema).max(MAX_ADDITIONAL_ROWS).readonly()),
  ),
})
export type AnswerValues = Readonly<z.infer<typeof answerValuesSchema>>

/** Values of a row by the order of the question. */
export const rowValuesSchema = z.record(orderKeySchema, questionValueSchema)
export type RowValues = Readonly<Record<string, QuestionValue>>

export function createEmptyValues(): AnswerValues {
  return { values: {}, conditions: {}, rows: {} }
}
