import { z } from 'zod'
import { ACCOUNT, right } from '../../access/index.ts'
import { answerIdSchema } from '../../kernel/ids.ts'
import {
  answerResponseSchema,
  answersPageSchema,
  answersQuerySchema,
  answerVersionsQuerySchema,
  answerVersionsSchema,
  paidAnswersQuerySchema,
  paidAnswersSchema,
} from '../answers-api.ts'
import { answerPointsQuerySchema, answerPointsSchema } from '../points.ts'
import { incidentStandSchema } from '../incident-api.ts'
import { recipientPageSchema, recipientQuerySchema } from '../recipients-api.ts'
import type { Endpoint } from '../../endpoints/endpoint.ts'

export const listAnswers = {
  method: 'GET',
  path: '/answers',
  access: ACCOUNT,
  query: answersQuerySchema,
  reply: answersPageSchema,
  topic: 'answers',
  summary: 'What filters find among the answers of a form, as summaries, 15 to a page, the newest first',
} as const satisfies Endpoint

export const listAnswerPoints = {
  method: 'GET',
  path: '/map/answers',
  access: ACCOUNT,
  query: answerPointsQuerySchema,
  reply: answerPointsSchema,
  topic: 'answers',
  summary: 'Where the answers lie that filters find among those of a form, a stretch at a time',
} as const satisfies Endpoint

export const findRecipient = {
  method: 'GET',
  path: '/recipients',
  access: right('read', 'respuesta'),
  query: recipientQuerySchema,
  reply: recipientPageSchema,
  topic: 'answers',
  summary: 'A recipient by their number, and the answers about them in the areas of whoever asks, 5 to a page',
} as const satisfies Endpoint

export const findPaidAnswers = {
  method: 'GET',
  path: '/paid-answers',
  access: right('read', 'respuesta'),
  query: paidAnswersQuerySchema,
  reply: paidAnswersSchema,
  topic: 'answers',
  summary: 'The answers that an order number or a payment reference belongs to, among all that the caller may read',
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

export const readIncident = {
  method: 'GET',
  path: '/answers/:id/incident',
  access: ACCOUNT,
  params: z.object({ id: answerIdSchema }),
  missing: 'answer.missing',
  reply: incidentStandSchema,
  topic: 'jobs',
  summary: 'Whether the incident of an answer is still to be created, and why it was not',
} as const satisfies Endpoint

export const listAnswerVersions = {
  method: 'GET',
  path: '/answers/:id/versions',
  access: ACCOUNT,
  params: z.object({ id: answerIdSchema }),
  query: answerVersionsQuerySchema,
  missing: 'answer.missing',
  reply: answerVersionsSchema,
  topic: 'answers',
  summary:
    'Which versions an answer has, when and by which change each was made, the newest first; and which copies were sent by e-mail',
} as const satisfies Endpoint

export const readAnswerVersion = {
  method: 'GET',
  path: '/answers/:id/versions/:version',
  access: ACCOUNT,
  params: z.object({ id: answerIdSchema, version: z.coerce.number().int().min(1).max(999_999_999) }),
  missing: 'answer.missing',
  reply: answerResponseSchema,
  lasting: true,
  summary: 'One version of an answer, whole; for whoever may read the answer as it is now',
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
