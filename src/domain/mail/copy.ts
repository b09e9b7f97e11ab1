import { z } from 'zod'
import { sha256Schema } from '../kernel/ids.ts'
import { LANGUAGES } from '../kernel/limits.ts'
import { mailAddressSchema } from './email-content.ts'

/** Maximum addresses of one copy of an answer. */
export const MAX_COPY_RECIPIENTS = 10
export const MAX_COPY_SUBJECT_LENGTH = 200
export const MAX_COPY_BODY_LENGTH = 5_000

/** User's input for sending a copy of an answer by e-mail (part 3, point 2: the send-copy dialog). */
export const copyRequestSchema = z.strictObject({
  /** each address gets a separate e-mail, so that addresses are not disclosed */
  to: z.array(mailAddressSchema).min(1).max(MAX_COPY_RECIPIENTS),
  /** empty: default subject */
  subject: z.string().max(MAX_COPY_SUBJECT_LENGTH),
  body: z.string().max(MAX_COPY_BODY_LENGTH),
  /** language of e-mail and PDF, chosen by the sender */
  language: z.enum(LANGUAGES),
  /** time zone of the PDF; missing: UTC, which the PDF mentions */
  timeZone: z
    .string()
    .max(60)
    .regex(/^[A-Za-z0-9_+/-]*$/)
    .optional(),
  /** additional attachment */
  attachment: sha256Schema.optional(),
})
