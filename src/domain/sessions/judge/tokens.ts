import type { PasswordToken } from '../documents/credentials.ts'
import { type Instant, toMilliseconds, type UserId } from '../../kernel/index.ts'

/**
 * Checks whether a token is valid now. Rejects a token with an issue time in the future: a clock that was ahead issued
 * it, so its true end is unknown.
 */
export function isTokenCurrent(
  token: { readonly issuedAt: Instant; readonly expiresAt: Instant } | undefined,
  now: number,
): boolean {
  return token !== undefined && toMilliseconds(token.issuedAt) <= now && now < toMilliseconds(token.expiresAt)
}

/** Returns the account whose password a token may set; undefined for other kinds of tokens in the same collection. */
export function findTokenAccount(token: PasswordToken | undefined, now: number): UserId | undefined {
  return token?.kind === 'password' && isTokenCurrent(token, now) ? token.userId : undefined
}
