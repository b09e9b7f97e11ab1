import { z } from 'zod'
import { requireSupervision } from '../../access/index.ts'
import { answerIdSchema } from '../../kernel/ids.ts'
import { deletedPageSchema, deletedQuerySchema, deletedResponseSchema, restoredSchema } from '../deleted-api.ts'
import type { Endpoint } from '../../endpoints/endpoint.ts'

export const listDeleted = {
  method: 'GET',
  path: '/deleted',
  access: requireSupervision('deleted'),
  query: deletedQuerySchema,
  reply: deletedPageSchema,
  topic: 'answers',
  summary: 'Deleted answers that can be restored, 15 per page, last deleted first; searchable',
} as const satisfies Endpoint

export const readDeleted = {
  method: 'GET',
  path: '/deleted/:id',
  access: requireSupervision('deleted'),
  params: z.object({ id: answerIdSchema }),
  missing: 'answer.missing',
  reply: deletedResponseSchema,
  topic: 'answers',
  summary: 'A deleted answer that can be restored, with its content',
} as const satisfies Endpoint

export const restoreAnswer = {
  method: 'POST',
  path: '/deleted/:id/restore',
  access: requireSupervision('deleted'),
  params: z.object({ id: answerIdSchema }),
  missing: 'answer.missing',
  reply: restoredSchema,
  topic: 'answers',
  summary: 'Restores a deleted answer; 409 if already restored, 410 if the time to restore it has expired',
} as const satisfies Endpoint
