import { z } from 'zod'
import { userIdSchema } from '../../kernel/ids.ts'
import { type Instant, instantSchema } from '../../kernel/instant.ts'
import type { Key } from '../../kernel/key.ts'
import type { ApiToken } from '../../integrations/documents/api-token.ts'
import type { DeepReadonly } from '../../kernel/building-blocks.ts'

/**
 * Fields of `websession/{sid}` in the specification. They are checked on every request, so setting `active` to false
 * ends the session at once.
 */
export const webSessionSchema = z.object({
  active: z.boolean().describe('false: the user must sign in again'),
  userId: userIdSchema.describe('user of the session'),
  createdAt: instantSchema.describe('sign-in time; compared with the revocation time of the remote configuration'),
  lastSeenAt: instantSchema.optional().describe('last recorded request, updated at most once an hour'),
  expiresAt: instantSchema.optional().describe('when an unused session ends'),
})
export type WebSession = DeepReadonly<z.infer<typeof webSessionSchema>>

/**
 * Document `websession/{SHA-256 of the session id}`. The id is hashed, so that reading the database does not allow
 * signing in.
 *
 * The session id changes daily. The reply with the new id may be lost, so the old id stays valid until the new id is
 * used, and for a grace period after that, for requests in progress (`endsAt`).
 */
export type StoredSession = WebSession & {
  /** epoch of the account at sign-in; a later epoch, such as after a password change, ends the session */
  readonly epoch: number
  /** creation time of this id */
  readonly issuedAt: Instant
  /** session with the previous id, which this session replaces */
  readonly previous?: Key<StoredSession>
  /** time of the last full authentication; missing in sessions from earlier releases */
  readonly provenAt?: Instant
  /** identifies the sign-in when the session id changes; missing in sessions from earlier releases */
  readonly login?: string
  /** browser, operating system and IP address at sign-in, if known */
  readonly browser?: string
  readonly system?: string
  readonly from?: string
  /** ID token of the single sign-on provider, needed to sign out there */
  readonly idToken?: string
  /**
   * session of a frame on another site: uses a bearer token instead of a cookie, and is valid for EMBEDDED_LIFE at
   * `embedded` endpoints
   */
  readonly embedded?: true
  /** API token that opened the frame; it restricts the session, and its end ends the session */
  readonly token?: ApiToken['id']
  /** signed out by its own device */
  readonly signedOut?: boolean
  /** whether this id was used: then the reply with it has arrived */
  readonly confirmed?: boolean
  /** session with the next id, which replaces this session */
  readonly next?: { readonly key: Key<StoredSession>; readonly issuedAt: Instant }
  /** end of the grace period after this session was replaced */
  readonly endsAt?: Instant
}
