import { z } from 'zod'
import { mutationIdSchema } from '../../kernel/ids.ts'
import { instantSchema } from '../../kernel/instant.ts'
import { answerSchema } from './answer.ts'
import { list, type DeepReadonly } from '../../kernel/building-blocks.ts'
import { madeBySchema } from './change-request.ts'

/** Maximum sendings kept per answer; older ones are only in the audit log. */
export const MAX_SENDINGS = 20

const { areas, authorId, receivedAt } = answerSchema.shape

/**
 * `copies/{answerId}`: the copies of an answer sent by e-mail. Addresses are only in the queued e-mails and are deleted
 * with them.
 */
export const sentCopiesSchema = z.object({
  areas: areas.describe('areas of the answer, and with them who is told of news'),
  authorId: authorId.describe('who made the answer'),
  receivedAt: receivedAt.describe('when the answer came: another that somebody hands in under its id has none of them'),
  sendings: list(
    z.object({
      id: mutationIdSchema.describe('the act that sent them, and a part of the id of each letter'),
      at: instantSchema.describe('when the server was asked to send them'),
      by: madeBySchema.describe('who sent them'),
      letters: z.int().min(1).describe('to how many addresses'),
      sent: z.int().min(0).describe('how many of the letters a mail server has taken'),
    }),
    MAX_SENDINGS,
  ).describe('the oldest first'),
})
export type SentCopies = DeepReadonly<z.infer<typeof sentCopiesSchema>>
