import { right } from '../access/index.ts'
import { pendingQuerySchema, pendingSchema } from '../sync/pending.ts'
import type { Endpoint } from './endpoint.ts'

/** By itself, because every page asks for decisions and few ask for this. Its topic is not that of answers: it looks at every form of one's areas, and so not at each nudge. */
export const readPending = {
  method: 'GET',
  path: '/pending',
  access: right('complete', 'respuesta'),
  query: pendingQuerySchema,
  reply: pendingSchema,
  topic: 'decisions',
  summary: "What the answers to the forms of the caller's areas wait for, by form and state, and how many came today",
} as const satisfies Endpoint
