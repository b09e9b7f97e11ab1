import type { UserId } from '../../kernel/ids.ts'
import type { Instant } from '../../kernel/instant.ts'
import type { Role } from '../../users/documents/role.ts'

type Named = {
  readonly id: string
  /** name chosen by the owner */
  readonly name: string
  readonly addedAt: Instant
  readonly lastUsedAt?: Instant
}

/**
 * Authenticator app. `secret`: base 32. `lastStep`: time step of the last accepted code, so that each code is accepted
 * only once.
 */
export type AuthenticatorFactor = Named & { readonly kind: 'app'; readonly secret: string; readonly lastStep: number }

/** Passkey. `credential`, `publicKey`: base64url. `site`: host name to which the passkey is bound. */
export type PasskeyFactor = Named & {
  readonly kind: 'passkey'
  readonly credential: string
  readonly publicKey: string
  /** last signature counter of the passkey; always 0 if the passkey has no counter */
  readonly counter: number
  readonly transports: readonly string[]
  readonly site: string
}
export type SecondFactor = AuthenticatorFactor | PasskeyFactor

/** Document `factors/{userId}`; never sent to clients as a whole. Missing if the account has no factors. */
export type SecondFactors = {
  readonly factors: readonly SecondFactor[]
  /** hashes of the recovery codes; an empty string replaces a used code */
  readonly recovery: readonly string[]
  readonly recoveryAt: Instant
}

/** `settings/second-factor`: roles that require a second factor. */
export type SecondFactorRule = { readonly roles: readonly Role[] }

/**
 * Document `tokens/{SHA-256 of the cookie}`: pending second step after a correct password or a provider's confirmation.
 * Gives no other access. `prove`: use a factor; `enrol`: add the factor that the role requires.
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
  /** ID token of the provider, which the session gets after the second step */
  readonly idToken?: string
  /** SHA-256 of the provider's identity, which is linked to the account when the step is completed */
  readonly identity?: string
}

/**
 * Hashes of the recovery codes shown when the set-up of the first factor starts. They become valid when the set-up is
 * completed.
 */
type NewRecovery = readonly string[]

/**
 * Document `tokens/{SHA-256 of holder and purpose}`: challenge for a passkey, used once. Each holder has only one, the
 * newest, so that requests cannot fill the database. `holder`: second step or session; `challenge`: SHA-256 of the
 * challenge.
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

/**
 * Document `tokens/{SHA-256 of account and purpose}`: authenticator app that is being set up; only the newest is valid.
 */
export type AuthenticatorSetup = {
  readonly kind: 'app'
  readonly userId: UserId
  readonly secret: string
  readonly holder: string
  readonly recovery?: NewRecovery
  readonly issuedAt: Instant
  readonly expiresAt: Instant
}
