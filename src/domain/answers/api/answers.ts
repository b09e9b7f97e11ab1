import { z } from 'zod'
import { ACCOUNT_ACCESS, requireRight } from '../../access/index.ts'
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
import { incidentStatusSchema } from '../incident-api.ts'
import { recipientPageSchema, recipientQuerySchema } from '../recipients-api.ts'
import type { Endpoint } from '../../endpoints/endpoint.ts'

export const listAnswers = {
  method: 'GET',
  path: '/answers',
  access: ACCOUNT_ACCESS,
  query: answersQuerySchema,
  reply: answersPageSchema,
  topic: 'answers',
  summary: "Summaries of a form's answers that match filters; 15 per page and newest first by default",
} as const satisfies Endpoint

export const listAnswerPoints = {
  method: 'GET',
  path: '/map/answers',
  access: ACCOUNT_ACCESS,
  query: answerPointsQuerySchema,
  reply: answerPointsSchema,
  topic: 'answers',
  summary: "Locations of a form's answers that match filters, a page at a time",
} as const satisfies Endpoint

export const findRecipient = {
  method: 'GET',
  path: '/recipients',
  access: requireRight('read', 'respuesta'),
  query: recipientQuerySchema,
  reply: recipientPageSchema,
  topic: 'answers',
  summary: "A recipient by ID number, and the answers about them in the caller's areas, 5 per page",
} as const satisfies Endpoint

export const findPaidAnswers = {
  method: 'GET',
  path: '/paid-answers',
  access: requireRight('read', 'respuesta'),
  query: paidAnswersQuerySchema,
  reply: paidAnswersSchema,
  topic: 'answers',
  summary: 'Answers by order number or payment reference, among those that the caller may read',
} as const satisfies Endpoint

export const readAnswer = {
  method: 'GET',
  path: '/answers/:id',
  access: ACCOUNT_ACCESS,
  params: z.object({ id: answerIdSchema }),
  missing: 'answer.missing',
  reply: answerResponseSchema,
  topic: 'answers',
  summary: 'One complete answer',
} as const satisfies Endpoint

export const readIncident = {
  method: 'GET',
  path: '/answers/:id/incident',
  access: ACCOUNT_ACCESS,
  params: z.object({ id: answerIdSchema }),
  missing: 'answer.missing',
  reply: incidentStatusSchema,
  topic: 'jobs',
  summary: "State of an answer's incident: whether it is still to be created, or why it failed",
} as const satisfies Endpoint

export const listAnswerVersions = {
  method: 'GET',
  path: '/answers/:id/versions',
  access: ACCOUNT_ACCESS,
  params: z.object({ id: answerIdSchema }),
  query: answerVersionsQuerySchema,
  missing: 'answer.missing',
  reply: answerVersionsSchema,
  topic: 'answers',
  summary: 'Versions of an answer with time and change, newest first, and the copies sent by e-mail',
} as const satisfies Endpoint

export const readAnswerVersion = {
  method: 'GET',
  path: '/answers/:id/versions/:version',
  access: ACCOUNT_ACCESS,
  params: z.object({ id: answerIdSchema, version: z.coerce.number().int().min(1).max(999_999_999) }),
  missing: 'answer.missing',
  reply: answerResponseSchema,
  lasting: true,
  summary: 'One complete version of an answer, for users who may read its current version',
} as const satisfies Endpoint

export const readAnswerFile = {
  method: 'GET',
  path: '/answers/:id/files/:sha256',
  access: ACCOUNT_ACCESS,
  params: z.object({ id: answerIdSchema, sha256: z.string() }),
  missing: 'answer.missing',
  reply: 'stream',
  summary: 'A file of the answer; supports requests for one byte range',
} as const satisfies Endpoint
