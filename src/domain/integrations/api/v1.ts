import { z } from 'zod'
import { requireTokenScope } from '../../access/index.ts'
import { embedCodeRequestSchema, embedCodeCreatedSchema } from '../embed-calls.ts'
import {
  publishedAnswersQuerySchema,
  publishedFileParamsSchema,
  publishedHistoryQuerySchema,
  templatesQuerySchema,
} from '../v1-queries.ts'
import {
  publishedAnswersSchema,
  publishedAnswerSchema,
  publishedHistorySchema,
  publishedTemplateSchema,
  templatesPageSchema,
} from '../published.ts'
import { answerIdSchema, templateIdSchema } from '../../kernel/ids.ts'
import type { Endpoint } from '../../endpoints/endpoint.ts'

const v1AnswersEndpoint = { method: 'GET', access: requireTokenScope('answers:read') } as const
const v1AnswerEndpoint = {
  ...v1AnswersEndpoint,
  params: z.object({ id: answerIdSchema }),
  missing: 'answer.missing',
} as const

export const v1ListTemplates = {
  method: 'GET',
  path: '/v1/templates',
  access: requireTokenScope('templates:read'),
  query: templatesQuerySchema,
  reply: templatesPageSchema,
  summary: 'Forms that the token may read, by title',
} as const satisfies Endpoint

export const v1ReadTemplate = {
  method: 'GET',
  path: '/v1/templates/:id',
  access: requireTokenScope('templates:read'),
  params: z.object({ id: templateIdSchema }),
  missing: 'template.missing',
  reply: publishedTemplateSchema,
  summary: 'One form with all its questions',
} as const satisfies Endpoint

export const v1ListAnswers = {
  ...v1AnswersEndpoint,
  path: '/v1/answers',
  query: publishedAnswersQuerySchema,
  missing: 'template.missing',
  reply: publishedAnswersSchema,
  summary: 'Answers to one form, oldest first; with updatedSince in the order of their changes',
} as const satisfies Endpoint

export const v1ReadAnswer = {
  ...v1AnswerEndpoint,
  path: '/v1/answers/:id',
  reply: publishedAnswerSchema,
  summary: 'One complete answer, with links to its files',
} as const satisfies Endpoint

export const v1ReadHistory = {
  ...v1AnswerEndpoint,
  path: '/v1/answers/:id/history',
  query: publishedHistoryQuerySchema,
  reply: publishedHistorySchema,
  summary: 'Versions of an answer with change and author, newest first',
} as const satisfies Endpoint

export const v1CreateEmbedCode = {
  method: 'POST',
  path: '/v1/embed-codes',
  access: requireTokenScope('embed'),
  body: embedCodeRequestSchema,
  missing: 'user.missing',
  reply: embedCodeCreatedSchema,
  summary: 'A one-time code for embedding a form for this user of the municipality; valid for a minute',
} as const satisfies Endpoint

export const v1ReadFile = {
  ...v1AnswersEndpoint,
  path: '/v1/answers/:id/files/:sha256',
  params: publishedFileParamsSchema,
  missing: 'answer.missing',
  reply: 'stream',
  summary: 'A file of the answer; supports requests for one byte range',
} as const satisfies Endpoint
