import type { Instant, UserId } from '../../kernel/index.ts'
import type { ApiToken } from './api-token.ts'

/** `tokens/{SHA-256 of the code}`: lets a frame in another site's page work for this user, once. */
export type EmbedCode = {
  readonly kind: 'embed'
  readonly user: UserId
  /** the account's count of password changes then */
  readonly epoch: number
  readonly expiresAt: Instant
  /** by which it was made; missing in codes of an earlier server, which open nothing */
  readonly token?: ApiToken['id']
}
