import { requireRight } from '../../access/index.ts'
import { pendingAnswersQuerySchema, pendingAnswersSchema } from '../pending-answers.ts'
import type { Endpoint } from '../../endpoints/endpoint.ts'

/**
 * Separate from `GET /decisions`, which every page requests. Not in topic `answers`: this endpoint reads all forms of
 * the user's areas, which is too expensive for each nudge.
 */
export const readPending = {
  method: 'GET',
  path: '/pending',
  access: requireRight('complete', 'respuesta'),
  query: pendingAnswersQuerySchema,
  reply: pendingAnswersSchema,
  topic: 'decisions',
  summary: "Pending answers of the forms in the caller's areas by form and state, and today's number of answers",
} as const satisfies Endpoint
