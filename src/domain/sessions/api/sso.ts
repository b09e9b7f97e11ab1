import { z } from 'zod'
import { PUBLIC_ACCESS, requireRight, SENDER_ACCESS } from '../../access/index.ts'
import { userRequestSchema } from '../documents/sso.ts'
import { profileSchema } from '../../sync/profile.ts'
import type { Endpoint } from '../../endpoints/endpoint.ts'

export const readSso = {
  method: 'GET',
  path: '/sso',
  access: PUBLIC_ACCESS,
  reply: z.object({ label: z.string().nullable() }),
  summary: 'The name of the single sign-on provider; null if there is none',
} as const satisfies Endpoint

export const startSso = {
  method: 'POST',
  path: '/sso',
  access: PUBLIC_ACCESS,
  always: 'signs in',
  /**
   * `again`: the provider must ask for the password again; `changePassword`: opens the provider's page for changing it
   */
  body: z.strictObject({ again: z.boolean(), changePassword: z.boolean() }),
  reply: z.object({ address: z.string(), state: z.string() }),
  summary: 'Begins a single sign-on. Returns the URL to open, and a state that the same browser must send back',
} as const satisfies Endpoint

export const finishSso = {
  method: 'POST',
  path: '/sso/finish',
  access: PUBLIC_ACCESS,
  always: 'signs in',
  body: z.strictObject({ query: z.string().max(8_000) }),
  reply: profileSchema,
  summary:
    'Completes a single sign-on; session.second-step if a second factor is required. Unknown users are recorded as account requests',
} as const satisfies Endpoint

export const leaveSso = {
  method: 'GET',
  path: '/sso/leave',
  access: SENDER_ACCESS,
  reply: z.object({ address: z.string().nullable() }),
  summary: 'URL at which the provider ends its own session after signing out; null if not needed',
} as const satisfies Endpoint

/** Cursor of a page. */
const placeSchema = z.string().min(1).max(600)

export const listUserRequests = {
  method: 'GET',
  path: '/user-requests',
  access: requireRight('manage', 'solicitud-usuario'),
  query: z.object({ after: placeSchema.optional(), before: placeSchema.optional() }),
  reply: z.object({
    requests: z.array(userRequestSchema),
    next: placeSchema.optional(),
    previous: placeSchema.optional(),
  }),
  topic: 'requests',
  summary: 'Open account requests, oldest first; each page starts where the previous one ended',
} as const satisfies Endpoint

export const decideUserRequest = {
  confirms: true,
  method: 'POST',
  path: '/user-requests/:id/decide',
  access: requireRight('manage', 'solicitud-usuario'),
  params: z.object({ id: z.string().regex(/^[0-9a-f]{64}$/) }),
  body: z.strictObject({ accepted: z.boolean() }),
  reply: z.object({ request: userRequestSchema }),
  topic: 'requests',
  summary:
    'Dismisses an account request, or accepts it by linking its sign-on identity to the password account that has the same username. Other requests are accepted by creating a user',
} as const satisfies Endpoint
