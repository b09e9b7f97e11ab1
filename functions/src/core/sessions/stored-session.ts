import type { WebSession } from '#domain/documents/index.ts'
import type { Instant } from '#domain/kernel/index.ts'
import type { Key, StoredDocument } from '#domain/store/index.ts'

/**
 * `websession/{SHA-256 of the session id}`: who reads the database cannot sign in with what is there.
 *
 * A session id changes daily. The new id travels in a reply that a bad line may lose, so the old one stays good until the new one has been
 * used once, and a grace longer for requests under way:
 *
 *     old ──rotate──▶ old + new(previous: old) ──new used──▶ new, old until `endsAt`
 */
export type StoredSession = WebSession & {
  /** the account's count of password changes at sign-in; a later change ends the session */
  readonly epoch: number
  /** when this id was made */
  readonly issuedAt: Instant
  /** key of the session that this one replaces */
  readonly previous?: Key
  /** true once this id came back: its reply was not lost */
  readonly confirmed?: boolean
  /** the session that replaces this one */
  readonly next?: { readonly key: Key; readonly issuedAt: Instant }
  /** replaced, and good for requests under way only */
  readonly endsAt?: Instant
}

/** `credentials/{userId}`: never sent anywhere. */
export type Credentials = {
  readonly passwordHash: string
  /** raised with each change of password; sessions of an earlier one are over */
  readonly epoch?: number
  readonly changedAt?: Instant
}

export function sessionKey(hash: string): Key {
  return `websession/${hash}`
}

export function credentialsKey(user: string): Key {
  return `credentials/${user}`
}

// Our own store holds only what we wrote: these give it its type without a second parse on every request.
export function asSession(document: StoredDocument | undefined): StoredSession | undefined {
  return document as StoredSession | undefined
}

export function asCredentials(document: StoredDocument | undefined): Credentials | undefined {
  return document as Credentials | undefined
}
