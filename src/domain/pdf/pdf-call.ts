import { z } from 'zod'
import { descriptionSchema } from '../kernel/building-blocks.ts'
import { answerIdSchema } from '../kernel/ids.ts'
import { MAX_TIME_ZONE_LENGTH, TIME_ZONE_PATTERN } from '../places/documents/municipality-settings.ts'
import { LANGUAGES, MAX_PDF_LOGO_BYTES, type Language } from '../kernel/limits.ts'

/** maximum answers in one PDF (not in the specification) */
const MAX_ANSWERS_PER_PDF = 50
/** maximum characters of an image in base64 with its prefix */
const MAX_LOGO_LENGTH = Math.ceil((MAX_PDF_LOGO_BYTES * 4) / 3) + 100
/** maximum bytes of a call with the largest logo */
export const MAX_PDF_CALL_BYTES = MAX_LOGO_LENGTH + 64 * 1024

/** Language and time zone of a document, from the browser. Default: those of the municipality. */
export const readerLocaleRequestSchema = z.object({
  language: z.enum(LANGUAGES).optional(),
  timeZone: z.string().max(MAX_TIME_ZONE_LENGTH).regex(TIME_ZONE_PATTERN).optional(),
})
export type ReaderLocaleRequest = z.output<typeof readerLocaleRequestSchema>
export type ReaderLocale = { readonly language: Language; readonly timeZone: string }

/**
 * Logo that the user chose for this print (part 3, point 3). If `logoChecked` is false, neither image nor text is
 * printed.
 */
const logoDataSchema = z.object({
  logoChecked: z.boolean().default(false),
  /** image bytes in base64, with or without the prefix `data:image/png;base64,` */
  logo: z.string().max(MAX_LOGO_LENGTH).default(''),
  text: descriptionSchema.default(''),
  location: z.enum(['flex-start', 'center', 'flex-end']).default('flex-start'),
})

/** Call `generatePdfv3` (part 3, point 7). Additions: `language`, `timeZone`, and several answers in one PDF */
export const pdfCallSchema = readerLocaleRequestSchema
  .extend({
    answerId: z.union([answerIdSchema, z.array(answerIdSchema).min(1).max(MAX_ANSWERS_PER_PDF)]),
    /** missing: logo of the form */
    logoData: logoDataSchema.nullish(),
    portablePrint: z.boolean().default(false),
  })
  .refine(({ logoData, portablePrint }) => !(portablePrint && logoData?.logoChecked === true), {
    path: ['portablePrint'],
  })
export type PdfCall = z.output<typeof pdfCallSchema>

export const pdfReplySchema = z.strictObject({
  status: z.literal('ok'),
  /** link to open in a new tab; valid for an hour, for the requesting user */
  downloadUrl: z.string(),
})

/** Public query at `/actas/consultar`. */
export const recordLookupCallSchema = readerLocaleRequestSchema.extend({
  /** any code that `parseRecordCode` accepts */
  code: z.string().trim().min(1).max(64),
})
export type RecordLookupCall = z.output<typeof recordLookupCallSchema>
