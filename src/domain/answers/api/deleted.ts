import { z } from 'zod'
import { oversight } from '../../access/index.ts'
import { answerIdSchema } from '../../kernel/ids.ts'
import { deletedPageSchema, deletedQuerySchema, restoredSchema } from '../deleted-api.ts'
import type { Endpoint } from '../../endpoints/endpoint.ts'

export const listDeleted = {
  method: 'GET',
  path: '/deleted',
  access: oversight('deleted'),
  query: deletedQuerySchema,
  reply: deletedPageSchema,
  topic: 'answers',
  summary:
    'Answers that were deleted and can be brought back, 15 to a page, those deleted last first, or what is found among them',
} as const satisfies Endpoint

export const restoreAnswer = {
  method: 'POST',
  path: '/deleted/:id/restore',
  access: oversight('deleted'),
  params: z.object({ id: answerIdSchema }),
  missing: 'answer.missing',
  reply: restoredSchema,
  topic: 'answers',
  summary: 'Brings a deleted answer back as it was; where it is back already, 409; where its time is over, 410',
} as const satisfies Endpoint
