import type { UserId } from '../../kernel/ids.ts'
import type { Instant } from '../../kernel/instant.ts'

/** `credentials/{userId}`: never leaves the server. */
export type Credentials = {
  readonly passwordHash: string
  /** incremented with each password change, which ends earlier sessions */
  readonly epoch?: number
  readonly changedAt?: Instant
}

/** `tokens/{SHA-256 of the token}`: one-time token to set the password of an account. */
export type PasswordToken = {
  readonly kind: 'password'
  readonly userId: UserId
  readonly issuedAt: Instant
  readonly expiresAt: Instant
  /** epoch of the account at creation: a password change ends all pending links */
  readonly epoch: number
}
