import { z } from 'zod'
import { ACCOUNT_ACCESS, SENDER_ACCESS } from '../access/index.ts'
import { MAX_MISSING_MUTATIONS_BYTES, MAX_PUSH_BYTES, MAX_REPORT_BYTES } from './limits.ts'
import {
  missingMutationsReplySchema,
  missingMutationsRequestSchema,
  pullQuerySchema,
  pullResponseSchema,
  pushRequestSchema,
  pushResponseSchema,
} from './protocol.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'

export const push = {
  method: 'POST',
  path: '/sync/push',
  access: SENDER_ACCESS,
  body: pushRequestSchema,
  ownBody: true,
  maxBytes: MAX_PUSH_BYTES,
  reply: pushResponseSchema,
  summary: 'Mutations of one account or of the public; returns one result each, in order',
} as const satisfies Endpoint

/** Reads only, because any web page can make a browser send a GET. */
export const pull = {
  method: 'GET',
  path: '/sync/pull',
  access: ACCOUNT_ACCESS,
  query: pullQuerySchema,
  reply: pullResponseSchema,
  summary: 'Changes for this account since the cursor',
} as const satisfies Endpoint

export const pullWithReport = {
  method: 'POST',
  path: '/sync/pull',
  access: ACCOUNT_ACCESS,
  query: pullQuerySchema,
  // Accepts invalid reports: they are ignored, and the reply is sent.
  body: z.unknown(),
  maxBytes: MAX_REPORT_BYTES,
  // A report only overwrites the record of the device.
  always: 'reads',
  reply: pullResponseSchema,
  summary: "Returns the changes for this account since the cursor, and stores the device's report from the request",
} as const satisfies Endpoint

export const listLacking = {
  method: 'POST',
  path: '/sync/lacking',
  access: ACCOUNT_ACCESS,
  body: missingMutationsRequestSchema,
  maxBytes: MAX_MISSING_MUTATIONS_BYTES,
  always: 'reads',
  reply: missingMutationsReplySchema,
  summary:
    'Returns those of the given mutations that the server acknowledged and lost when it was restored from a backup',
} as const satisfies Endpoint

export const listen = {
  method: 'GET',
  path: '/sync/nudges',
  access: ACCOUNT_ACCESS,
  reply: 'stream',
  summary: 'Server-sent events with the topics that have changed',
} as const satisfies Endpoint
