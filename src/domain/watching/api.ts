import { z } from 'zod'
import { PUBLIC_ACCESS } from '../access/index.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import { instantSchema } from '../kernel/instant.ts'
import { OPERATING_PROBLEMS } from './troubles.ts'

export const readHealth = {
  method: 'GET',
  path: '/health',
  access: PUBLIC_ACCESS,
  query: z.object({ strict: z.literal('1').optional() }),
  reply: z.object({
    ok: z.boolean(),
    reasons: z.array(z.enum(OPERATING_PROBLEMS)).optional(),
    disk: z.enum(['room', 'full']).optional(),
    behind: z.int().positive().optional(),
    clock: z.enum(['fits', 'leapt']),
    app: z.string(),
    built: instantSchema.optional(),
    protocol: z.int(),
    serverTime: instantSchema,
  }),
  summary:
    '200 while the store works, otherwise 503. `disk` is `full` while the server only allows reading and signing in; `behind` is the number of writes that are not yet in the indexes, so that lists have to wait; `app` is the version with its commit, `built` the time when its archive was built; `clock` is `leapt` while deletions are paused because the system clock has jumped. With `strict=1` the status is also 503, with `ok` false and the `reasons`, while the disk is full, the lists are far behind or the clock has leapt',
} as const satisfies Endpoint

export const readMetrics = {
  method: 'GET',
  path: '/metrics',
  access: PUBLIC_ACCESS,
  reply: 'stream',
  summary:
    "Metrics in Prometheus' text format. Needs the bearer token of the setting METRICS_TOKEN; 404 without the setting, token.required for a wrong token",
} as const satisfies Endpoint
