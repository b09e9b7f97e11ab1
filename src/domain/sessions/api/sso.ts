import { z } from 'zod'
import { PUBLIC, right, SENDER } from '../../access/index.ts'
import { userRequestSchema } from '../documents/sso.ts'
import { profileSchema } from '../../sync/profile.ts'
import type { Endpoint } from '../../endpoints/endpoint.ts'

export const readSso = {
  method: 'GET',
  path: '/sso',
  access: PUBLIC,
  reply: z.object({ label: z.string().nullable() }),
  summary: 'The name of the single sign-on provider; null where there is none',
} as const satisfies Endpoint

export const startSso = {
  method: 'POST',
  path: '/sso',
  access: PUBLIC,
  always: 'signs in',
  /** `again`: the provider must ask for the password; `changePassword`: opens its page for changing the password */
  body: z.strictObject({ again: z.boolean(), changePassword: z.boolean() }),
  reply: z.object({ address: z.string(), state: z.string() }),
  summary: 'Begins a sign-in at the provider: where to go, and the state that has to come back to the same browser',
} as const satisfies Endpoint

export const finishSso = {
  method: 'POST',
  path: '/sso/finish',
  access: PUBLIC,
  always: 'signs in',
  body: z.strictObject({ query: z.string().max(8_000) }),
  reply: profileSchema,
  summary:
    'Signs in with what the provider sent back; session.second-step where that is not enough; whom Relevo does not know is noted as a request',
} as const satisfies Endpoint

export const leaveSso = {
  method: 'GET',
  path: '/sso/leave',
  access: SENDER,
  reply: z.object({ address: z.string().nullable() }),
  summary: "Where the provider ends its own session, after this one's; null where it is not needed",
} as const satisfies Endpoint

/** Cursor of a page. */
const placeSchema = z.string().min(1).max(600)

export const listUserRequests = {
  method: 'GET',
  path: '/user-requests',
  access: right('manage', 'solicitud-usuario'),
  query: z.object({ after: placeSchema.optional(), before: placeSchema.optional() }),
  reply: z.object({
    requests: z.array(userRequestSchema),
    next: placeSchema.optional(),
    previous: placeSchema.optional(),
  }),
  topic: 'requests',
  summary: 'Those who want an account and are not decided about, the oldest first; a page begins where another ended',
} as const satisfies Endpoint

export const decideUserRequest = {
  confirms: true,
  method: 'POST',
  path: '/user-requests/:id/decide',
  access: right('manage', 'solicitud-usuario'),
  params: z.object({ id: z.string().regex(/^[0-9a-f]{64}$/) }),
  body: z.strictObject({ accepted: z.boolean() }),
  reply: z.object({ request: userRequestSchema }),
  topic: 'requests',
  summary:
    'Dismisses a request, or accepts it: that of who has the username of an account with a password is linked to it; any other account is made by creating a user for the request',
} as const satisfies Endpoint
