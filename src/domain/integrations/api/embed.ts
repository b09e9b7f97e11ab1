import { z } from 'zod'
import { PUBLIC_ACCESS } from '../../access/index.ts'
import { embedCodeSchema, embedSessionSchema } from '../embed-calls.ts'
import type { Endpoint } from '../../endpoints/endpoint.ts'

/** Uses POST, because link scanners would consume the code with GET. */
export const redeemEmbedCode = {
  method: 'POST',
  path: '/embed/session',
  access: PUBLIC_ACCESS,
  body: z.object({ code: embedCodeSchema }),
  always: 'signs in',
  reply: embedSessionSchema,
  summary:
    'Exchanges a one-time code for the session of an embedded form; 400 session.token-invalid if used or expired',
} as const satisfies Endpoint
