import { z } from 'zod'
import { sha256Schema } from '../kernel/ids.ts'
import { LANGUAGES } from '../kernel/limits.ts'
import { mailAddressSchema } from './letter.ts'

/** Addresses that one copy of an answer goes to. */
export const MAX_COPY_RECIPIENTS = 10
export const MAX_COPY_SUBJECT = 200
export const MAX_COPY_BODY = 5_000

/** What a user writes when they send a copy of an answer by e-mail (part 3, point 2: the send-copy dialog). */
export const copyWishSchema = z.strictObject({
  /** each gets a letter of its own, so that none of them learns of the others */
  to: z.array(mailAddressSchema).min(1).max(MAX_COPY_RECIPIENTS),
  /** empty: the letter's own */
  subject: z.string().max(MAX_COPY_SUBJECT),
  body: z.string().max(MAX_COPY_BODY),
  /** of the letter and of the PDF: the sender's, who knows their reader */
  language: z.enum(LANGUAGES),
  /** of the times in the PDF; missing: UTC, and it says so */
  timeZone: z
    .string()
    .max(60)
    .regex(/^[A-Za-z0-9_+/-]*$/)
    .optional(),
  /** a file that goes beside the PDF */
  attachment: sha256Schema.optional(),
})
