import { z } from 'zod'
import { userIdSchema } from '../../kernel/ids.ts'
import { type Instant, instantSchema } from '../../kernel/instant.ts'
import type { Key } from '../../kernel/key.ts'
import type { ApiToken } from '../../integrations/documents/api-token.ts'
import type { DeepReadonly } from '../../kernel/building-blocks.ts'

/** `websession/{sid}`: asked on every request, so that switching `active` off ends the session at once. */
export const webSessionSchema = z.object({
  active: z.boolean().describe('false: the user must sign in again'),
  userId: userIdSchema.describe('whose session it is'),
  createdAt: instantSchema.describe('sign-in time; compared with the revocation time of the remote configuration'),
  lastSeenAt: instantSchema.optional().describe('last request, to the nearest minutes'),
  expiresAt: instantSchema.optional().describe('end of the session, when it is not used'),
})
export type WebSession = DeepReadonly<z.infer<typeof webSessionSchema>>

/**
 * `websession/{SHA-256 of the session id}`: no one who reads the database can sign in with what is there.
 *
 * A session id changes daily. A bad line may lose the reply with the new id, so the old one stays good until the new
 * one has been used once, and a grace longer for requests under way:
 *
 *     old ──rotate──▶ old + new(previous: old) ──new used──▶ new, old until `endsAt`
 */
export type StoredSession = WebSession & {
  /** the account's count of password changes at sign-in; a later change ends the session */
  readonly epoch: number
  /** when this id was made */
  readonly issuedAt: Instant
  /** key of the session that this one replaces */
  readonly previous?: Key<StoredSession>
  /** when its owner has last shown everything that signing in takes; missing in sessions of an earlier server */
  readonly provenAt?: Instant
  /** what tells this sign-in from others, whatever ids it has come by; missing in sessions of an earlier server */
  readonly login?: string
  /** what signed in, as far as it said: names of browser and system, and the network address that it came from */
  readonly browser?: string
  readonly system?: string
  readonly from?: string
  /** of the single sign-on provider, to sign out there, too */
  readonly idToken?: string
  /** of a frame in another site's page: a bearer and never a cookie, good for EMBEDDED_LIFE at `embedded` endpoints */
  readonly embedded?: true
  /** of a frame: the token that it was opened by, which narrows it and ends it */
  readonly token?: ApiToken['id']
  /** it was its own device that signed out */
  readonly signedOut?: boolean
  /** true once this id came back: its reply was not lost */
  readonly confirmed?: boolean
  /** the session that replaces this one */
  readonly next?: { readonly key: Key<StoredSession>; readonly issuedAt: Instant }
  /** replaced, and good for requests under way only */
  readonly endsAt?: Instant
}
