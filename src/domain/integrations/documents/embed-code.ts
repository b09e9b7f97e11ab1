import type { Instant, UserId } from '../../kernel/index.ts'
import type { ApiToken } from './api-token.ts'

/** `tokens/{SHA-256 of the code}`: one-time code that signs a user in to a frame on another site. */
export type EmbedCode = {
  readonly kind: 'embed'
  readonly user: UserId
  /** `epoch` of the account when the code was created */
  readonly epoch: number
  readonly expiresAt: Instant
  /** token that created it; missing in codes of an earlier server, which are not accepted */
  readonly token?: ApiToken['id']
}
