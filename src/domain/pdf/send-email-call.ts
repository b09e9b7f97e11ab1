import { z } from 'zod'
import { answerIdSchema, sha256Schema, type Sha256 } from '../kernel/ids.ts'
import { copyRequestSchema, MAX_COPY_BODY_LENGTH, MAX_COPY_SUBJECT_LENGTH } from '../mail/copy.ts'
import { readerLocaleRequestSchema } from './pdf-call.ts'

/** Path of an uploaded attachment in the specification's storage; its hash is the random part. */
const ATTACHMENT_PATH = /^sendEmailv3\/adjunto-([0-9a-f]{64})\.[a-z0-9]{1,8}$/

/** Maximum bytes of a call with the longest text and most addresses. */
export const MAX_SEND_EMAIL_BYTES = 64 * 1024

/** Call `sendEmailv3` (part 3, point 7). */
export const sendEmailCallSchema = z.object({
  recipient: copyRequestSchema.shape.to,
  subject: z.string().max(MAX_COPY_SUBJECT_LENGTH).default(''),
  body: z.string().max(MAX_COPY_BODY_LENGTH).default(''),
  /** attachment, deleted automatically within a week */
  storagePathsToDelete: z.array(z.string().max(100).regex(ATTACHMENT_PATH)).max(1).default([]),
  /** answer of the PDF, and its language and time zone; the server creates the PDF */
  dataPdf: readerLocaleRequestSchema.extend({ answerId: answerIdSchema }),
  /** `formularios/{id}`: if given, must be the answer's form */
  formPath: z.string().max(200).optional(),
})
export type SendEmailCall = z.output<typeof sendEmailCallSchema>

/** Hash of the attachment. */
export function readAttachmentHash({ storagePathsToDelete: [path] }: SendEmailCall): Sha256 | undefined {
  const hash = path === undefined ? undefined : ATTACHMENT_PATH.exec(path)?.[1]
  return hash === undefined ? undefined : sha256Schema.parse(hash)
}
