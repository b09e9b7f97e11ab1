import { z } from 'zod'
import { ACCOUNT_ACCESS, requireSupervision, requireRight } from '../../access/index.ts'
import { answerIdSchema } from '../../kernel/ids.ts'
import { decisionsSchema } from '../pending-decisions.ts'
import { fleetSchema } from '../../devices/fleet.ts'
import {
  discardRequestSchema,
  heldDecisionSchema,
  heldPageSchema,
  heldQuerySchema,
  heldResponseSchema,
} from '../../answers/held-api.ts'
import { deadJobsSchema, jobResponseSchema } from '../jobs.ts'
import type { Endpoint } from '../../endpoints/endpoint.ts'

export const readDecisions = {
  method: 'GET',
  path: '/decisions',
  access: requireSupervision('any'),
  reply: decisionsSchema,
  topic: 'decisions',
  summary: 'Decisions that wait for the caller: for each kind the count and the oldest',
} as const satisfies Endpoint

export const listHeld = {
  method: 'GET',
  path: '/held',
  access: requireRight('correct', 'respuesta'),
  query: heldQuerySchema,
  reply: heldPageSchema,
  topic: 'held',
  summary: "Held answers and conflicts that wait for the user's decision, 15 per page, oldest first",
} as const satisfies Endpoint

/** Endpoints of one held answer. They reply answer.missing to users who may not decide about it. */
const heldAnswerEndpoint = {
  access: ACCOUNT_ACCESS,
  params: z.object({ id: answerIdSchema }),
  missing: 'answer.missing',
  topic: 'held',
} as const

export const readHeld = {
  ...heldAnswerEndpoint,
  method: 'GET',
  path: '/held/:id',
  reply: heldResponseSchema,
  summary: 'A complete held answer',
} as const satisfies Endpoint

export const acceptHeld = {
  ...heldAnswerEndpoint,
  method: 'POST',
  path: '/held/:id/accept',
  reply: heldDecisionSchema,
  summary:
    'Accepts a held answer and gives it the next code. Repeating the request returns the same result; 409 if it was discarded',
} as const satisfies Endpoint

export const discardHeld = {
  ...heldAnswerEndpoint,
  method: 'POST',
  path: '/held/:id/discard',
  body: discardRequestSchema,
  reply: heldDecisionSchema,
  summary: 'Discards a held answer, with a reason that is shown to the author of the answer',
} as const satisfies Endpoint

export const listDevices = {
  method: 'GET',
  path: '/devices',
  access: requireSupervision('devices'),
  reply: fleetSchema,
  topic: 'devices',
  summary: "Last reports of the users' devices",
} as const satisfies Endpoint

export const listFailedJobs = {
  method: 'GET',
  path: '/jobs/dead',
  access: requireSupervision('jobs'),
  reply: deadJobsSchema,
  topic: 'jobs',
  summary: 'Failed jobs of a municipality: those that are not retried automatically, then those that are',
} as const satisfies Endpoint

export const retryJob = {
  method: 'POST',
  path: '/jobs/:id/retry',
  access: requireSupervision('jobs'),
  params: z.object({ id: z.string().regex(/^[\w.]{1,60}~[0-9A-Z]{26}(~(-?\d{1,9}|[0-9A-Z]{26})){0,2}$/) }),
  reply: jobResponseSchema,
  topic: 'jobs',
  summary: 'Queues a failed job again; other jobs do not change',
} as const satisfies Endpoint
