import { z } from 'zod'
import { ACCOUNT_ACCESS, PUBLIC_ACCESS, SENDER_ACCESS } from '../../access/index.ts'
import { profileSchema } from '../../sync/profile.ts'
import { credentialsSchema, passwordSetRequestSchema } from './credentials.ts'
import type { Endpoint } from '../../endpoints/endpoint.ts'

export const readSession = {
  method: 'GET',
  path: '/session',
  access: ACCOUNT_ACCESS,
  reply: profileSchema,
  summary: "The signed-in user; renews the session's id once a day",
} as const satisfies Endpoint

export const signIn = {
  method: 'POST',
  path: '/session',
  access: PUBLIC_ACCESS,
  always: 'signs in',
  body: credentialsSchema,
  reply: profileSchema,
  summary:
    'Signs in with e-mail address or username (case-insensitive) and password; session.second-step if a second factor is required',
} as const satisfies Endpoint

export const signOut = {
  method: 'DELETE',
  path: '/session',
  access: SENDER_ACCESS,
  reply: 'nothing',
  summary: 'Signs out',
} as const satisfies Endpoint

export const setPassword = {
  method: 'POST',
  path: '/password',
  access: PUBLIC_ACCESS,
  always: 'signs in',
  body: passwordSetRequestSchema,
  reply: z.object({ email: z.string() }),
  summary: 'Sets a password with a one-time token; ends all sessions of the account and does not sign in',
} as const satisfies Endpoint
