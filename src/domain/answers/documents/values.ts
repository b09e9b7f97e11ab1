import { z } from 'zod'
import { sha256Schema } from '../../kernel/ids.ts'
import { MAX_TEXT_LENGTH } from '../../kernel/limits.ts'
import { addressSchema, orderKeySchema } from '../../kernel/address.ts'
import { rowIdAt, rowIdSchema } from '../../kernel/row-ids.ts'

/** An answer as it travels and as a draft keeps it: values by address, no copy of the form, nothing unanswered. */

const orderSchema = z.int().min(0).max(9999)

/** One value: free text (numbers, dates, times in canonical text, see domain/questions), yes/no, or chosen options. */
const inputValueSchema = z.strictObject({
  respuesta: z
    .union([z.string().max(MAX_TEXT_LENGTH), z.boolean()])
    .optional()
    .describe('open questions: canonical text; boolean questions: true or false'),
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

/** Further rows of one section at most. */
export const MAX_ROWS = 9999

/** Apps from before row ids say how many rows there are: the id of each is its position. */
function positionsOf(rows: unknown): unknown {
  const isCount = typeof rows === 'number' && Number.isInteger(rows) && rows >= 0 && rows <= MAX_ROWS
  return isCount ? Array.from({ length: rows }, (_, at) => rowIdAt(at)) : rows
}

export const answerValuesSchema = z.strictObject({
  values: z.record(addressSchema, questionValueSchema),
  /** checked conditions of conditional sections: section order -> condition orders, ascending */
  conditions: z.record(orderKeySchema, z.array(orderSchema).max(1000)),
  /** the rows that a repeatable section has beyond its main row: section order -> their ids, in their order */
  rows: z.record(orderKeySchema, z.preprocess(positionsOf, z.array(rowIdSchema).max(MAX_ROWS).readonly())),
})
export type AnswerValues = Readonly<z.infer<typeof answerValuesSchema>>

/** The values of a row, by the order of the question. */
export const rowValuesSchema = z.record(orderKeySchema, questionValueSchema)
export type RowValues = Readonly<Record<string, QuestionValue>>

export function emptyValues(): AnswerValues {
  return { values: {}, conditions: {}, rows: {} }
}
