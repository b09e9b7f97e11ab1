import { z } from 'zod'
import { answerIdSchema, sha256Schema, type Sha256 } from '../kernel/ids.ts'
import { copyWishSchema, MAX_COPY_BODY, MAX_COPY_SUBJECT } from '../mail/copy.ts'
import { askedReaderSchema } from './pdf-call.ts'

/** What goes along was sent as any file is; its path in the specification's storage has its hash as the random part. */
const ATTACHMENT_PATH = /^sendEmailv3\/adjunto-([0-9a-f]{64})\.[a-z0-9]{1,8}$/

/** Of a call with the longest letter to the most addresses, whatever its characters. */
export const MAX_SEND_EMAIL_BYTES = 64 * 1024

/** What `sendEmailv3` is asked with (part 3, point 7). */
export const sendEmailCallSchema = z.object({
  recipient: copyWishSchema.shape.to,
  subject: z.string().max(MAX_COPY_SUBJECT).default(''),
  body: z.string().max(MAX_COPY_BODY).default(''),
  /** the attachment, which goes by itself within a week */
  storagePathsToDelete: z.array(z.string().max(100).regex(ATTACHMENT_PATH)).max(1).default([]),
  /** what the PDF is of, and by whose language and clock it is written; the server makes it */
  dataPdf: askedReaderSchema.extend({ answerId: answerIdSchema }),
  /** `formularios/{id}`: has to be the answer's own form, where it is said */
  formPath: z.string().max(200).optional(),
})
export type SendEmailCall = z.output<typeof sendEmailCallSchema>

/** The hash of what goes along. */
export function attachmentIn({ storagePathsToDelete: [path] }: SendEmailCall): Sha256 | undefined {
  const hash = path === undefined ? undefined : ATTACHMENT_PATH.exec(path)?.[1]
  return hash === undefined ? undefined : sha256Schema.parse(hash)
}
