import { z } from 'zod'
import { citizenSchema } from '../citizens/documents/citizen.ts'
import { bareIdNumber } from '../kernel/comparable.ts'
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

/** Whether a number can be searched for. Signs and the name of its document do not count. */
export function isRecipientNumber(kind: RecipientNumber, typed: string): boolean {
  const [least, most] = LENGTHS[kind]
  const { length } = bareIdNumber(typed)
  return length >= least && length <= most
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
