import { z } from 'zod'
import { ACCOUNT_ACCESS, PUBLIC_ACCESS } from '../../access/index.ts'
import { instantSchema } from '../../kernel/instant.ts'
import { LANGUAGES, MAX_PASSWORD_LENGTH } from '../../kernel/limits.ts'
import type { Endpoint } from '../../endpoints/endpoint.ts'

/** Language of e-mails to the user. */
const languageSchema = z.enum(LANGUAGES).default('en')

export const forgotPassword = {
  method: 'POST',
  path: '/password/forgotten',
  access: PUBLIC_ACCESS,
  body: z.strictObject({ email: z.string().min(1).max(254), language: languageSchema }),
  reply: 'nothing',
  summary: 'Sends a one-time link for a new password if the account exists; the reply is the same if it does not',
} as const satisfies Endpoint

export const changePassword = {
  method: 'PUT',
  path: '/password',
  access: ACCOUNT_ACCESS,
  always: 'signs in',
  body: z.strictObject({
    old: z.string().min(1).max(MAX_PASSWORD_LENGTH),
    password: z.string().max(MAX_PASSWORD_LENGTH),
    language: languageSchema,
  }),
  reply: 'nothing',
  topic: 'sessions',
  summary: "Changes the user's own password; needs the old one. Ends all other sessions of the account",
} as const satisfies Endpoint

/** A sign-in as shown to the account's owner; its session id may have changed since. */
const sessionListItemSchema = z.object({
  id: z.string(),
  /** whether this is the session of the request */
  current: z.boolean(),
  signedInAt: instantSchema,
  lastSeenAt: instantSchema,
  /** names of the browser and the operating system; empty if unknown */
  browser: z.string(),
  system: z.string(),
  /** IP address at sign-in; empty if the server cannot determine it */
  from: z.string(),
})
export type SessionListItem = Readonly<z.infer<typeof sessionListItemSchema>>

export const listSessions = {
  method: 'GET',
  path: '/sessions',
  access: ACCOUNT_ACCESS,
  reply: z.object({ sessions: z.array(sessionListItemSchema) }),
  topic: 'sessions',
  summary: "The user's open sessions: the current one first, then by last use",
} as const satisfies Endpoint

export const endSession = {
  confirms: true,
  method: 'DELETE',
  path: '/sessions/:id',
  access: ACCOUNT_ACCESS,
  params: z.object({ id: z.string().regex(/^[0-9A-Za-z]{26,64}$/) }),
  reply: 'nothing',
  topic: 'sessions',
  summary: 'Ends another session of the user; its device keeps unsent work',
} as const satisfies Endpoint

export const endOtherSessions = {
  confirms: true,
  method: 'DELETE',
  path: '/sessions',
  access: ACCOUNT_ACCESS,
  reply: 'nothing',
  topic: 'sessions',
  summary: "Ends the user's other sessions",
} as const satisfies Endpoint
