import { right } from '../../access/index.ts'
import { pendingQuerySchema, pendingSchema } from '../pending.ts'
import type { Endpoint } from '../../endpoints/endpoint.ts'

/**
 * Separate from decisions, which every page requests. Not in topic `answers`, because it reads all forms of the user's
 * areas, which is too expensive for each nudge.
 */
export const readPending = {
  method: 'GET',
  path: '/pending',
  access: right('complete', 'respuesta'),
  query: pendingQuerySchema,
  reply: pendingSchema,
  topic: 'decisions',
  summary: "What the answers to the forms of the caller's areas wait for, by form and state, and how many came today",
} as const satisfies Endpoint
