import type { UserId } from '../../kernel/ids.ts'
import type { Instant } from '../../kernel/instant.ts'
import type { Role } from '../../users/documents/role.ts'

type Named = {
  readonly id: string
  /** as its owner calls it */
  readonly name: string
  readonly addedAt: Instant
  readonly lastUsedAt?: Instant
}

/** An authenticator app. `secret`: base 32. `lastStep`: of the newest code taken, so that no code is taken twice. */
export type AppFactor = Named & { readonly kind: 'app'; readonly secret: string; readonly lastStep: number }

/** A passkey. `credential`, `publicKey`: base64url. `site`: the host name it is made for; it answers for no other. */
export type PasskeyFactor = Named & {
  readonly kind: 'passkey'
  readonly credential: string
  readonly publicKey: string
  /** how often it has signed, by its own count; 0 for ever where it keeps none */
  readonly counter: number
  readonly transports: readonly string[]
  readonly site: string
}
export type Factor = AppFactor | PasskeyFactor

/** `factors/{userId}`: never sent anywhere as it is. Where there is no factor, there is no document. */
export type Factors = {
  readonly factors: readonly Factor[]
  /** hashes of the recovery codes, each at its number; the empty text where it was used */
  readonly recovery: readonly string[]
  readonly recoveryAt: Instant
}

/** `settings/second-factor`: roles that have to have one. */
export type FactorRule = { readonly roles: readonly Role[] }

/**
 * `tokens/{SHA-256 of the cookie}`: the password was right, or the provider has vouched; the second step is to come. It
 * opens nothing else. `prove`: a factor has to be shown; `enrol`: the role has to have one, and there is none yet.
 */
export type SecondStep = {
  readonly kind: 'second-step'
  readonly wants: 'prove' | 'enrol'
  readonly userId: UserId
  /** the account's count of password changes when it was opened */
  readonly epoch: number
  readonly issuedAt: Instant
  readonly expiresAt: Instant
  readonly failures: number
  /** of the provider that has vouched, for the session that follows */
  readonly idToken?: string
  /** SHA-256 of the identity that it has vouched for: the account's from the end of the step on, and not before */
  readonly identity?: string
}

/**
 * `tokens/{SHA-256 of holder and purpose}`: what a passkey has to sign, once. Only the newest counts, so that no one
 * fills the store by asking. `holder`: the second step or the sign-in that asked for it; `challenge`: its SHA-256.
 */
export type PasskeyChallenge = {
  readonly kind: 'passkey'
  readonly challenge: string
  readonly wants: 'proof' | 'registration'
  readonly userId: UserId
  readonly holder: string
  readonly issuedAt: Instant
  readonly expiresAt: Instant
}

/** `tokens/{SHA-256 of account and purpose}`: an authenticator app being set up; only the newest beginning counts. */
export type AppStart = {
  readonly kind: 'app'
  readonly userId: UserId
  readonly secret: string
  readonly holder: string
  readonly issuedAt: Instant
  readonly expiresAt: Instant
}
