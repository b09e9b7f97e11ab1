import type { UserId } from '../../kernel/ids.ts'
import type { Instant } from '../../kernel/instant.ts'
import type { Role } from '../../users/documents/role.ts'

type Named = {
  readonly id: string
  /** name given by its owner */
  readonly name: string
  readonly addedAt: Instant
  readonly lastUsedAt?: Instant
}

/**
 * Authenticator app. `secret`: base 32. `lastStep`: time step of the last accepted code, so that codes are used once.
 */
export type AppFactor = Named & { readonly kind: 'app'; readonly secret: string; readonly lastStep: number }

/** Passkey. `credential`, `publicKey`: base64url. `site`: host name that it is bound to. */
export type PasskeyFactor = Named & {
  readonly kind: 'passkey'
  readonly credential: string
  readonly publicKey: string
  /** signature counter of the passkey; always 0 if it has none */
  readonly counter: number
  readonly transports: readonly string[]
  readonly site: string
}
export type Factor = AppFactor | PasskeyFactor

/** `factors/{userId}`: never leaves the server unfiltered. Missing without factors. */
export type Factors = {
  readonly factors: readonly Factor[]
  /** hashes of the recovery codes by number; empty string if used */
  readonly recovery: readonly string[]
  readonly recoveryAt: Instant
}

/** `settings/second-factor`: roles that require a second factor. */
export type FactorRule = { readonly roles: readonly Role[] }

/**
 * `tokens/{SHA-256 of the cookie}`: pending second step after a correct password or a provider's confirmation. Grants
 * nothing else. `prove`: show a factor; `enrol`: add the factor that the role requires.
 */
export type SecondStep = {
  readonly kind: 'second-step'
  readonly wants: 'prove' | 'enrol'
  readonly userId: UserId
  /** epoch of the account when the step was opened */
  readonly epoch: number
  readonly issuedAt: Instant
  readonly expiresAt: Instant
  readonly failures: number
  /** id token of the provider, for the session that follows the step */
  readonly idToken?: string
  /** SHA-256 of the provider's identity, which is linked to the account when the step is completed */
  readonly identity?: string
}

/** Hashes of the recovery codes shown when the first factor is begun. They count from its completion. */
type NewRecovery = readonly string[]

/**
 * `tokens/{SHA-256 of holder and purpose}`: challenge for a passkey, used once. Only the newest is valid, so that
 * requests cannot fill the store. `holder`: second step or session; `challenge`: its SHA-256.
 */
export type PasskeyChallenge = {
  readonly kind: 'passkey'
  readonly challenge: string
  readonly wants: 'proof' | 'registration'
  readonly userId: UserId
  readonly holder: string
  readonly recovery?: NewRecovery
  readonly issuedAt: Instant
  readonly expiresAt: Instant
}

/** `tokens/{SHA-256 of account and purpose}`: authenticator app being set up; only the newest is valid. */
export type AppStart = {
  readonly kind: 'app'
  readonly userId: UserId
  readonly secret: string
  readonly holder: string
  readonly recovery?: NewRecovery
  readonly issuedAt: Instant
  readonly expiresAt: Instant
}
