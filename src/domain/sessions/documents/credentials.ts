import type { UserId } from '../../kernel/ids.ts'
import type { Instant } from '../../kernel/instant.ts'

/** `credentials/{userId}`: never sent anywhere. */
export type Credentials = {
  readonly passwordHash: string
  /** raised with each change of password; sessions of an earlier one are over */
  readonly epoch?: number
  readonly changedAt?: Instant
}

/** `tokens/{SHA-256 of the token}`: lets its bearer set one account's password, once. */
export type PasswordToken = {
  readonly kind: 'password'
  readonly userId: UserId
  readonly issuedAt: Instant
  readonly expiresAt: Instant
  /** the account's count of password changes when it was made: one change ends all links that are under way */
  readonly epoch: number
}
