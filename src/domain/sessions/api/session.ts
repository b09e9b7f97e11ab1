import { z } from 'zod'
import { ACCOUNT, PUBLIC, SENDER } from '../../access/index.ts'
import { instantSchema } from '../../kernel/instant.ts'
import { profileSchema } from '../../sync/profile.ts'
import { credentialsSchema, passwordChangeSchema } from './credentials.ts'
import type { Endpoint } from '../../endpoints/endpoint.ts'

export const readHealth = {
  method: 'GET',
  path: '/health',
  access: PUBLIC,
  reply: z.object({
    ok: z.literal(true),
    disk: z.enum(['room', 'full']).optional(),
    behind: z.int().positive().optional(),
    clock: z.enum(['fits', 'leapt']),
    app: z.string(),
    built: instantSchema.optional(),
    protocol: z.int(),
    serverTime: instantSchema,
  }),
  summary:
    '200 while the store works, otherwise 503. `disk` is `full` while the server only allows reading and signing in; `behind` is the number of writes not yet in the indexes, for which lists wait; `app` is the version with its commit, `built` the time when its archive was built; `clock` is `leapt` while deletions are paused because the system clock has jumped',
} as const satisfies Endpoint

export const readSession = {
  method: 'GET',
  path: '/session',
  access: ACCOUNT,
  reply: profileSchema,
  summary: "The signed-in user; renews the session's id once a day",
} as const satisfies Endpoint

export const signIn = {
  method: 'POST',
  path: '/session',
  access: PUBLIC,
  always: 'signs in',
  body: credentialsSchema,
  reply: profileSchema,
  summary:
    'Signs in with e-mail address or username (case-insensitive) and password; session.second-step if a second factor is required',
} as const satisfies Endpoint

export const signOut = {
  method: 'DELETE',
  path: '/session',
  access: SENDER,
  reply: 'nothing',
  summary: 'Signs out',
} as const satisfies Endpoint

export const setPassword = {
  method: 'POST',
  path: '/password',
  access: PUBLIC,
  always: 'signs in',
  body: passwordChangeSchema,
  reply: z.object({ email: z.string() }),
  summary: 'Sets a password with a one-time token; ends all sessions of the account and does not sign in',
} as const satisfies Endpoint
