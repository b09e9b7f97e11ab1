import { z } from 'zod'
import { citizenSchema } from '../citizens/documents/citizen.ts'
import { toPlainIdNumber } from '../kernel/comparable.ts'
import { templateIdSchema } from '../kernel/ids.ts'
import {
  MAX_NATURAL_ID_LENGTH,
  MAX_TAX_SEARCH_LENGTH,
  MIN_NATURAL_ID_LENGTH,
  MIN_TAX_SEARCH_LENGTH,
} from '../kernel/limits.ts'
import { getVisibleText } from '../kernel/visible-text.ts'
import { answerListItemSchema, MAX_ANSWER_SEARCH_LENGTH } from './answers-api.ts'

export const RECIPIENT_NUMBER_KINDS = ['dni', 'cuit'] as const
/** Kind of the typed number: natural person or legal entity. */
export type RecipientNumberKind = (typeof RECIPIENT_NUMBER_KINDS)[number]

/** Minimum and maximum characters of a number (part 3, point 5), inclusive. */
const LENGTHS: Readonly<Record<RecipientNumberKind, readonly [least: number, most: number]>> = {
  dni: [MIN_NATURAL_ID_LENGTH, MAX_NATURAL_ID_LENGTH],
  cuit: [MIN_TAX_SEARCH_LENGTH, MAX_TAX_SEARCH_LENGTH],
}

/**
 * Checks whether the length of a number allows searching for it. Punctuation and document type prefixes do not count.
 */
export function isRecipientNumber(kind: RecipientNumberKind, typed: string): boolean {
  const [min, max] = LENGTHS[kind]
  const { length } = toPlainIdNumber(typed)
  return length >= min && length <= max
}

const placeSchema = z.string().min(1).max(200)

/** `GET /api/recipients?kind=&number=`: answers about one person or legal entity, newest first. */
export const recipientQuerySchema = z
  .strictObject({
    kind: z.enum(RECIPIENT_NUMBER_KINDS),
    number: z
      .string()
      .max(MAX_ANSWER_SEARCH_LENGTH)
      .transform((typed) => getVisibleText(typed)),
    after: placeSchema.optional(),
    before: placeSchema.optional(),
  })
  .refine(({ kind, number }) => isRecipientNumber(kind, number))
export type RecipientQuery = z.infer<typeof recipientQuerySchema>

export const recipientPageSchema = z.strictObject({
  /** data from the newest answer; null when the user may see no answer about the recipient */
  recipient: citizenSchema
    .pick({ nombre: true, apellido: true, dni: true, cuit: true, email: true, tipo: true })
    .nullable(),
  answers: z.array(answerListItemSchema.extend({ template: templateIdSchema, titulo: z.string() })),
  total: z.int().min(0),
  next: placeSchema.optional(),
  previous: placeSchema.optional(),
})
export type RecipientPage = z.infer<typeof recipientPageSchema>
