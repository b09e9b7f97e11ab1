import type { PasswordToken } from '../documents/credentials.ts'
import { type Instant, toMilliseconds, type UserId } from '../../kernel/index.ts'

/**
 * Checks whether a token is valid now. A token issued in the future came from a clock that was ahead, and its true end
 * is unknown.
 */
export function isTokenCurrent(
  token: { readonly issuedAt: Instant; readonly expiresAt: Instant } | undefined,
  now: number,
): boolean {
  return token !== undefined && toMilliseconds(token.issuedAt) <= now && now < toMilliseconds(token.expiresAt)
}

/** Account whose password a link may set; undefined for other kinds of tokens in the collection. */
export function tokenAccount(token: PasswordToken | undefined, now: number): UserId | undefined {
  return token?.kind === 'password' && isTokenCurrent(token, now) ? token.userId : undefined
}
