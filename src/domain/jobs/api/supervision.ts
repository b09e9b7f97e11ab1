import { z } from 'zod'
import { ACCOUNT, oversight, right } from '../../access/index.ts'
import { answerIdSchema } from '../../kernel/ids.ts'
import { decisionsSchema } from '../decisions.ts'
import { fleetSchema } from '../../devices/fleet.ts'
import {
  discardSchema,
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
  access: oversight('any'),
  reply: decisionsSchema,
  topic: 'decisions',
  summary: 'What waits for decisions of the caller, by kind, with a count and those that have waited longest',
} as const satisfies Endpoint

export const listHeld = {
  method: 'GET',
  path: '/held',
  access: right('correct', 'respuesta'),
  query: heldQuerySchema,
  reply: heldPageSchema,
  topic: 'held',
  summary: "What waits for one's decision, 15 to a page, the oldest first",
} as const satisfies Endpoint

/** Missing for users who may not decide about it. */
const oneHeld = {
  access: ACCOUNT,
  params: z.object({ id: answerIdSchema }),
  missing: 'answer.missing',
  topic: 'held',
} as const

export const readHeld = {
  ...oneHeld,
  method: 'GET',
  path: '/held/:id',
  reply: heldResponseSchema,
  summary: 'A held answer, whole',
} as const satisfies Endpoint

export const acceptHeld = {
  ...oneHeld,
  method: 'POST',
  path: '/held/:id/accept',
  reply: heldDecisionSchema,
  summary: 'Stores a held answer with the next code; asked again, the same; decided otherwise, 409',
} as const satisfies Endpoint

export const discardHeld = {
  ...oneHeld,
  method: 'POST',
  path: '/held/:id/discard',
  body: discardSchema,
  reply: heldDecisionSchema,
  summary: 'Decides against a held answer, with a reason for its author',
} as const satisfies Endpoint

export const listDevices = {
  method: 'GET',
  path: '/devices',
  access: oversight('devices'),
  reply: fleetSchema,
  topic: 'devices',
  summary: 'What the devices of their people said last',
} as const satisfies Endpoint

export const listFailedJobs = {
  method: 'GET',
  path: '/jobs/dead',
  access: oversight('jobs'),
  reply: deadJobsSchema,
  topic: 'jobs',
  summary: 'Jobs of a municipality that nobody tries again by themselves',
} as const satisfies Endpoint

export const retryJob = {
  method: 'POST',
  path: '/jobs/:id/retry',
  access: oversight('jobs'),
  params: z.object({ id: z.string().regex(/^[\w.]{1,60}~[0-9A-Z]{26}(~(-?\d{1,9}|[0-9A-Z]{26})){0,2}$/) }),
  reply: jobResponseSchema,
  topic: 'jobs',
  summary: 'Queues a failed job anew; any other stays as it is',
} as const satisfies Endpoint
