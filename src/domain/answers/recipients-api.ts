import { z } from 'zod'
import { citizenSchema } from '../citizens/documents/citizen.ts'
import { plainNumber } from '../citizens/citizen-faults.ts'
import { comparableIdNumber } from '../kernel/comparable.ts'
import { templateIdSchema } from '../kernel/ids.ts'
import {
  MAX_NATURAL_ID_LENGTH,
  MAX_TAX_SEARCH_LENGTH,
  MIN_NATURAL_ID_LENGTH,
  MIN_TAX_SEARCH_LENGTH,
} from '../kernel/limits.ts'
import { visibleText } from '../kernel/visible-text.ts'
import { answerLineSchema, MAX_SOUGHT_LENGTH } from './answers-api.ts'

export const RECIPIENT_NUMBERS = ['dni', 'cuit'] as const
/** Which number is typed: of a person, or of a legal entity. */
export type RecipientNumber = (typeof RECIPIENT_NUMBERS)[number]

/** Characters that a number may have (part 3, point 5): both ends included. */
const LENGTHS: Readonly<Record<RecipientNumber, readonly [least: number, most: number]>> = {
  dni: [MIN_NATURAL_ID_LENGTH, MAX_NATURAL_ID_LENGTH],
  cuit: [MIN_TAX_SEARCH_LENGTH, MAX_TAX_SEARCH_LENGTH],
}

/** Whether a number can be searched for. Blanks around it and invisible characters do not count. */
export function isRecipientNumber(kind: RecipientNumber, typed: string): boolean {
  const [least, most] = LENGTHS[kind]
  const { length } = visibleText(typed)
  return length >= least && length <= most
}

/**
 * Possible spellings of a number: as typed, without separators, without the document's name and leading zeros, and with
 * the hyphens of a tax number.
 */
export function writingsOf(kind: RecipientNumber, typed: string): readonly string[] {
  const plain = plainNumber(typed)
  const hyphened =
    kind === 'cuit' && plain.length === 11 ? [`${plain.slice(0, 2)}-${plain.slice(2, 10)}-${plain.slice(10)}`] : []
  return [...new Set([visibleText(typed), plain, comparableIdNumber(typed), ...hyphened])].filter(
    (writing) => writing !== '',
  )
}

const placeSchema = z.string().min(1).max(200)

/** `GET /api/recipients?kind=&number=`: the answers about one person or legal entity, the newest first. */
export const recipientQuerySchema = z
  .strictObject({
    kind: z.enum(RECIPIENT_NUMBERS),
    number: z
      .string()
      .max(MAX_SOUGHT_LENGTH)
      .transform((typed) => visibleText(typed)),
    after: placeSchema.optional(),
    before: placeSchema.optional(),
  })
  .refine(({ kind, number }) => isRecipientNumber(kind, number))
export type RecipientQuery = z.infer<typeof recipientQuerySchema>

export const recipientPageSchema = z.strictObject({
  /** as the newest answer has them; null: no answer that this person may see is about them */
  recipient: citizenSchema
    .pick({ nombre: true, apellido: true, dni: true, cuit: true, email: true, tipo: true })
    .nullable(),
  answers: z.array(answerLineSchema.extend({ template: templateIdSchema, titulo: z.string() })),
  total: z.int().min(0),
  next: placeSchema.optional(),
  previous: placeSchema.optional(),
})
export type RecipientPage = z.infer<typeof recipientPageSchema>
