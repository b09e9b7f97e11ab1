import { z } from 'zod'
import { PUBLIC } from '../../access/index.ts'
import { embedCodeSchema, embedSessionSchema } from '../embed-calls.ts'
import type { Endpoint } from '../../endpoints/endpoint.ts'

/** Uses POST, because link scanners would consume the code with GET. */
export const redeemEmbedCode = {
  method: 'POST',
  path: '/embed/session',
  access: PUBLIC,
  body: z.object({ code: embedCodeSchema }),
  always: 'signs in',
  reply: embedSessionSchema,
  summary:
    "The session of a frame in another site's page, for its one-time code; 400 session.token-invalid for one that was used or is over",
} as const satisfies Endpoint
