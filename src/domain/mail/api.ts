import { z } from 'zod'
import { requireRight } from '../access/index.ts'
import { MAX_SEND_EMAIL_BYTES, sendEmailCallSchema } from '../pdf/send-email-call.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'

export const sendEmailv3 = {
  method: 'POST',
  convention: 'callable',
  path: '/sendEmailv3',
  access: requireRight('read', 'respuesta'),
  body: sendEmailCallSchema,
  maxBytes: MAX_SEND_EMAIL_BYTES,
  reply: z.literal(true),
  topic: 'audit',
  summary: 'Sends a copy of an answer by e-mail, separately to each address; true once queued',
} as const satisfies Endpoint
