import { z } from 'zod'
import { descriptionSchema } from '../kernel/building-blocks.ts'
import { answerIdSchema } from '../kernel/ids.ts'
import { MAX_ZONE_LENGTH, ZONE_NAME } from '../places/documents/municipality-settings.ts'
import { LANGUAGES, MAX_PDF_LOGO_BYTES, type Language } from '../kernel/limits.ts'

/** ours: answers that may be put into one PDF */
export const MOST_ANSWERS_A_PDF = 50
/** of a picture as text: four characters for three bytes, and what stands before them */
const MAX_LOGO_LENGTH = Math.ceil((MAX_PDF_LOGO_BYTES * 4) / 3) + 100
/** of a call with such a logo */
export const MAX_PDF_CALL_BYTES = MAX_LOGO_LENGTH + 64 * 1024

/** Whose clock and language it is written by, as a browser says; what is not said is the municipality's. */
export const askedReaderSchema = z.object({
  language: z.enum(LANGUAGES).optional(),
  timeZone: z.string().max(MAX_ZONE_LENGTH).regex(ZONE_NAME).optional(),
})
export type AskedReader = z.output<typeof askedReaderSchema>
export type Reader = { readonly language: Language; readonly timeZone: string }

/** Part 3, point 3: what the user chose for this print. An unticked logo has neither picture nor text. */
const logoDataSchema = z.object({
  logoChecked: z.boolean().default(false),
  /** the picture's bytes in base64, with or without `data:image/png;base64,` before them */
  logo: z.string().max(MAX_LOGO_LENGTH).default(''),
  text: descriptionSchema.default(''),
  location: z.enum(['flex-start', 'center', 'flex-end']).default('flex-start'),
})

/** Asked of `generatePdfv3` (part 3, point 7). Ours: `language`, `timeZone`, and several answers as one PDF in order */
export const pdfCallSchema = askedReaderSchema
  .extend({
    answerId: z.union([answerIdSchema, z.array(answerIdSchema).min(1).max(MOST_ANSWERS_A_PDF)]),
    /** missing: the form's own logo */
    logoData: logoDataSchema.nullish(),
    portablePrint: z.boolean().default(false),
  })
  .refine(({ logoData, portablePrint }) => !(portablePrint && logoData?.logoChecked === true), {
    path: ['portablePrint'],
  })
export type PdfCall = z.output<typeof pdfCallSchema>

export const madePdfSchema = z.strictObject({
  status: z.literal('ok'),
  /** opened in a new tab; good for an hour, and for the user who asked */
  downloadUrl: z.string(),
})

/** What the public is asked for at `/actas/consultar`. */
export const recordCallSchema = askedReaderSchema.extend({
  /** any that `recordNamesIn` reads */
  code: z.string().trim().min(1).max(64),
})
export type RecordCall = z.output<typeof recordCallSchema>
