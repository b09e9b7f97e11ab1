import type { Instant, UserId } from '../kernel/index.ts'

/** `tokens/{SHA-256 of the code}`: lets a frame in another site's page work for this user, once. */
export type EmbedCode = {
  readonly kind: 'embed'
  readonly user: UserId
  /** the account's count of password changes then */
  readonly epoch: number
  readonly expiresAt: Instant
}
