import { z } from 'zod'
import { userIdSchema, type UserId } from '../../kernel/ids.ts'
import { type Instant, instantSchema } from '../../kernel/instant.ts'
import type { DeepReadonly } from '../../kernel/building-blocks.ts'

/** Document `tokens/{SHA-256 of the state}`: pending sign-in at the provider. */
export type PendingSsoSignIn = {
  readonly kind: 'sso'
  readonly nonce: string
  readonly verifier: string
  /** SHA-256 of a cookie, because the same browser must start and finish the sign-in */
  readonly browser: string
  /** whether the provider was asked to re-authenticate the user */
  readonly again: boolean
  readonly expiresAt: Instant
}

/** `providerId` of accounts that sign in at the provider and have no password in Relevo. */
export const SSO_PROVIDER = 'sso'

/**
 * Document `identidades/{SHA-256 of issuer and subject}`: user linked to an identity at the provider. Identified by
 * subject, because email addresses and usernames may be reassigned.
 */
export type LinkedIdentity = { readonly userId: UserId; readonly linkedAt: Instant }

/**
 * Document `solicitudes/{SHA-256 of issuer and subject}`: account request of a provider's user who is unknown to
 * Relevo.
 */
export const userRequestSchema = z.object({
  id: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe("id of the account request: SHA-256 of the provider and the person's subject there"),
  email: z.string().max(254).describe('e-mail verified by the provider; empty if none'),
  username: z.string().max(255).describe('username at the provider; empty if none'),
  name: z.string().max(400).describe('name at the provider; empty if none'),
  at: instantSchema.describe('time of the last sign-in attempt'),
  account: userIdSchema
    .optional()
    .describe('an account with a password and this username; staff decide whether they are the same person'),
  state: z
    .enum(['open', 'accepted', 'dismissed'])
    .describe('dismissed requests stay dismissed, however often the person signs in'),
})
export type UserRequest = DeepReadonly<z.infer<typeof userRequestSchema>>
