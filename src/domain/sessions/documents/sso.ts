import { z } from 'zod'
import { userIdSchema, type UserId } from '../../kernel/ids.ts'
import { type Instant, instantSchema } from '../../kernel/instant.ts'
import type { DeepReadonly } from '../../kernel/building-blocks.ts'

/** `tokens/{SHA-256 of the state}`: a sign-in at the provider that is under way. */
export type SsoStart = {
  readonly kind: 'sso'
  readonly nonce: string
  readonly verifier: string
  /** SHA-256 of the cookie of the browser that has begun it: no other one ends it */
  readonly browser: string
  /** the provider was asked to authenticate the user anew, even one whom it knows already */
  readonly again: boolean
  readonly expiresAt: Instant
}

/** `providerId` of accounts that sign in at the provider, and have no password here. */
export const SSO_PROVIDER = 'sso'

/** `identidades/{SHA-256 of issuer and subject}`: its user. Addresses and usernames change hands; subjects do not. */
export type LinkedIdentity = { readonly userId: UserId; readonly linkedAt: Instant }

/** `solicitudes/{SHA-256 of issuer and subject}`: a user of the provider, unknown to Relevo, who wants in. */
export const userRequestSchema = z.object({
  id: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe('SHA-256 of the provider and its subject'),
  email: z.string().max(254).describe('verified by the provider; empty where it has verified none'),
  username: z.string().max(255).describe('at the provider; empty where it has none'),
  name: z.string().max(400).describe('as the provider says it; empty where it does not'),
  at: instantSchema.describe('when they tried last'),
  account: userIdSchema
    .optional()
    .describe('the account with a password that has this username: a person decides whether it is theirs'),
  state: z.enum(['open', 'accepted', 'dismissed']).describe('a dismissed one stays dismissed, however often they try'),
})
export type UserRequest = DeepReadonly<z.infer<typeof userRequestSchema>>
