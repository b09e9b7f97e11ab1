import type { UserId } from '../../kernel/ids.ts'
import type { Instant } from '../../kernel/instant.ts'

/** Document `credentials/{userId}`; never sent to clients. */
export type Credentials = {
  readonly passwordHash: string
  /** incremented to end all sessions, such as when the password or the factors change */
  readonly epoch?: number
  readonly changedAt?: Instant
}

/** Document `tokens/{SHA-256 of the token}`: one-time token for setting the password of an account. */
export type PasswordToken = {
  readonly kind: 'password'
  readonly userId: UserId
  readonly issuedAt: Instant
  readonly expiresAt: Instant
  /** epoch of the account when the token was created, so that a password change invalidates all pending links */
  readonly epoch: number
}
