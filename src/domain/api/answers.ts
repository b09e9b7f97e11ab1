import { z } from 'zod'
import { ACCOUNT } from '../access/index.ts'
import { answerIdSchema } from '../kernel/ids.ts'
import { answerResponseSchema, answersPageSchema, answersQuerySchema } from '../sync/answers-api.ts'
import type { Endpoint } from './endpoint.ts'

export const listAnswers = {
  method: 'GET',
  path: '/answers',
  access: ACCOUNT,
  query: answersQuerySchema,
  reply: answersPageSchema,
  topic: 'answers',
  summary: 'Summaries of the answers of a form, 15 to a page, the newest first, or those with a code',
} as const satisfies Endpoint

export const readAnswer = {
  method: 'GET',
  path: '/answers/:id',
  access: ACCOUNT,
  params: z.object({ id: answerIdSchema }),
  missing: 'answer.missing',
  reply: answerResponseSchema,
  topic: 'answers',
  summary: 'One answer, whole',
} as const satisfies Endpoint

export const readAnswerFile = {
  method: 'GET',
  path: '/answers/:id/files/:sha256',
  access: ACCOUNT,
  params: z.object({ id: answerIdSchema, sha256: z.string() }),
  missing: 'answer.missing',
  reply: 'stream',
  summary: 'A file that the answer names; single ranges',
} as const satisfies Endpoint
