import { z } from 'zod'
import { userIdSchema } from '../../kernel/ids.ts'
import { type Instant, instantSchema } from '../../kernel/instant.ts'
import type { Key } from '../../kernel/key.ts'
import type { ApiToken } from '../../integrations/documents/api-token.ts'
import type { DeepReadonly } from '../../kernel/building-blocks.ts'

/** `websession/{sid}`: checked on every request, so that switching `active` off ends the session at once. */
export const webSessionSchema = z.object({
  active: z.boolean().describe('false: the user must sign in again'),
  userId: userIdSchema.describe('user of the session'),
  createdAt: instantSchema.describe('sign-in time; compared with the revocation time of the remote configuration'),
  lastSeenAt: instantSchema.optional().describe('last request, rounded to minutes'),
  expiresAt: instantSchema.optional().describe('when an unused session ends'),
})
export type WebSession = DeepReadonly<z.infer<typeof webSessionSchema>>

/**
 * `websession/{SHA-256 of the session id}`: hashed, so that reading the database does not allow signing in.
 *
 * The session id changes daily. The reply with the new id may be lost, so the old id stays valid until the new id was
 * used, and a grace period longer for running requests (`endsAt`).
 */
export type StoredSession = WebSession & {
  /** epoch of the account at sign-in; a later password change ends the session */
  readonly epoch: number
  /** creation time of this id */
  readonly issuedAt: Instant
  /** key of the session that this session replaces */
  readonly previous?: Key<StoredSession>
  /** time of the last full authentication; missing in sessions of an earlier server */
  readonly provenAt?: Instant
  /** identifies the sign-in across session ids; missing in sessions of an earlier server */
  readonly login?: string
  /** browser, operating system and network address at sign-in, if known */
  readonly browser?: string
  readonly system?: string
  readonly from?: string
  /** id token of the single sign-on provider, to sign out there */
  readonly idToken?: string
  /**
   * session of a frame on another site: bearer token instead of a cookie, valid for EMBEDDED_LIFE at `embedded`
   * endpoints
   */
  readonly embedded?: true
  /** API token that opened the frame, which restricts and ends its session */
  readonly token?: ApiToken['id']
  /** signed out by its own device */
  readonly signedOut?: boolean
  /** true once this id was used, so its reply was not lost */
  readonly confirmed?: boolean
  /** session that replaces this session */
  readonly next?: { readonly key: Key<StoredSession>; readonly issuedAt: Instant }
  /** end of the grace period after replacement */
  readonly endsAt?: Instant
}
