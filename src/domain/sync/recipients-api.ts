import { z } from 'zod'
import { citizenSchema } from '../documents/index.ts'
import { templateIdSchema } from '../kernel/ids.ts'
import {
  MAX_NATURAL_ID_LENGTH,
  MAX_TAX_SEARCH_LENGTH,
  MIN_NATURAL_ID_LENGTH,
  MIN_TAX_SEARCH_LENGTH,
} from '../kernel/limits.ts'
import { answerLineSchema } from './answers-api.ts'

export const RECIPIENT_NUMBERS = ['dni', 'cuit'] as const
/** Which number is typed: of a person, or of a legal entity. */
export type RecipientNumber = (typeof RECIPIENT_NUMBERS)[number]

/** Characters that a number may have (part 3, point 5): both ends included. */
const LENGTHS: Readonly<Record<RecipientNumber, readonly [least: number, most: number]>> = {
  dni: [MIN_NATURAL_ID_LENGTH, MAX_NATURAL_ID_LENGTH],
  cuit: [MIN_TAX_SEARCH_LENGTH, MAX_TAX_SEARCH_LENGTH],
}

/** Whether a number can be searched for. White space around it does not count. */
export function isRecipientNumber(kind: RecipientNumber, typed: string): boolean {
  const [least, most] = LENGTHS[kind]
  const { length } = typed.trim()
  return length >= least && length <= most
}

/** How a number may be written: as typed, without what stands between digits, and a tax number with its hyphens. */
export function writingsOf(kind: RecipientNumber, typed: string): readonly string[] {
  const plain = typed.trim().replaceAll(/[\s.-]/g, '')
  const hyphened =
    kind === 'cuit' && plain.length === 11 ? [`${plain.slice(0, 2)}-${plain.slice(2, 10)}-${plain.slice(10)}`] : []
  return [...new Set([typed.trim(), plain, ...hyphened])].filter((writing) => writing !== '')
}

const placeSchema = z.string().min(1).max(200)

/** `GET /api/recipients?kind=&number=`: the answers about one person or legal entity, the newest first. */
export const recipientQuerySchema = z
  .strictObject({
    kind: z.enum(RECIPIENT_NUMBERS),
    number: z.string().trim().max(MAX_NATURAL_ID_LENGTH),
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
