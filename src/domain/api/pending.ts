import { right } from '../access/index.ts'
import { pendingQuerySchema, pendingSchema } from '../sync/pending.ts'
import type { Endpoint } from './endpoint.ts'

/** Apart from decisions, which every page asks for; not of topic `answers`: too many forms to look at each nudge. */
export const readPending = {
  method: 'GET',
  path: '/pending',
  access: right('complete', 'respuesta'),
  query: pendingQuerySchema,
  reply: pendingSchema,
  topic: 'decisions',
  summary: "What the answers to the forms of the caller's areas wait for, by form and state, and how many came today",
} as const satisfies Endpoint
