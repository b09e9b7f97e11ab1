import { z } from 'zod'
import { descriptionSchema } from '../documents/building-blocks.ts'
import { answerIdSchema } from '../kernel/ids.ts'
import { LANGUAGES, MAX_PDF_LOGO_BYTES } from '../kernel/limits.ts'

/** ours: answers that may be put into one PDF */
export const MOST_ANSWERS_A_PDF = 50
/** longer than the name of any time zone */
const MAX_ZONE_LENGTH = 60
/** of a picture as text: four characters for three bytes, and what stands before them */
const MAX_LOGO_LENGTH = Math.ceil((MAX_PDF_LOGO_BYTES * 4) / 3) + 100
/** of a call with such a logo */
export const MAX_PDF_CALL_BYTES = MAX_LOGO_LENGTH + 64 * 1024

/** Whose clock and language it is written by; without a zone, UTC, and it says so. */
export const readerSchema = z.object({
  language: z.enum(LANGUAGES).default('en'),
  // Names of zones, and nothing that has to be written otherwise in an address.
  timeZone: z
    .string()
    .max(MAX_ZONE_LENGTH)
    .regex(/^[A-Za-z0-9_+/-]*$/)
    .optional(),
})
export type Reader = z.output<typeof readerSchema>

/** Part 3, point 3: what somebody chose for this print. An unticked logo has neither picture nor text. */
const logoDataSchema = z.object({
  logoChecked: z.boolean().default(false),
  /** the picture's bytes in base64, with or without `data:image/png;base64,` before them */
  logo: z.string().max(MAX_LOGO_LENGTH).default(''),
  text: descriptionSchema.default(''),
  location: z.enum(['flex-start', 'center', 'flex-end']).default('flex-start'),
})

/** What `generatePdfv3` is asked with (part 3, point 7). One answer as specified, or several as one PDF, in their order; `language` and `timeZone` are ours. */
export const pdfCallSchema = readerSchema
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
  /** opened in a new tab; good for an hour, and for whoever asked */
  downloadUrl: z.string(),
})

/** What the public is asked for at `/actas/consultar`. */
export const recordCallSchema = readerSchema.extend({
  /** letter by letter: capitals and small letters differ (part 3, point 8) */
  code: z.string().trim().min(1).max(64),
})
export type RecordCall = z.output<typeof recordCallSchema>
