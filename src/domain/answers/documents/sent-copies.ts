import { z } from 'zod'
import { mutationIdSchema } from '../../kernel/ids.ts'
import { instantSchema } from '../../kernel/instant.ts'
import { answerSchema } from './answer.ts'
import { boundedList, type DeepReadonly } from '../../kernel/building-blocks.ts'
import { madeBySchema } from './change-request.ts'

/** Maximum sendings kept per answer; older sendings are only in the audit log. */
export const MAX_STORED_SENDINGS = 20

const { areas, authorId, receivedAt } = answerSchema.shape

/**
 * `copies/{answerId}`: the copies of an answer sent by e-mail. Addresses are only in the queued e-mails and are deleted
 * with them.
 */
export const sentCopiesSchema = z.object({
  areas: areas.describe('areas of the answer; decide who is notified of changes'),
  authorId: authorId.describe('user id of the author, or "public"'),
  receivedAt: receivedAt.describe('when the answer was received; distinguishes it from another one with the same id'),
  sendings: boundedList(
    z.object({
      id: mutationIdSchema.describe("id of the sending, part of each e-mail's id"),
      at: instantSchema.describe('time of the request'),
      by: madeBySchema.describe('who sent the copies'),
      letters: z.int().min(1).describe('number of addresses'),
      sent: z.int().min(0).describe('number of e-mails that the mail server has accepted'),
    }),
    MAX_STORED_SENDINGS,
  ).describe('sendings, oldest first'),
})
export type SentCopies = DeepReadonly<z.infer<typeof sentCopiesSchema>>
