import type { PasswordToken } from '../documents/credentials.ts'
import { type Instant, toMilliseconds, type UserId } from '../../kernel/index.ts'

/** Whether a token is good now. One from the future was made by a clock that was ahead: its true end is unknown. */
export function isCurrent(
  token: { readonly issuedAt: Instant; readonly expiresAt: Instant } | undefined,
  now: number,
): boolean {
  return token !== undefined && toMilliseconds(token.issuedAt) <= now && now < toMilliseconds(token.expiresAt)
}

/** Whose password a link may set: second steps and challenges lie among the tokens, too, and set none. */
export function tokenAccount(token: PasswordToken | undefined, now: number): UserId | undefined {
  return token?.kind === 'password' && isCurrent(token, now) ? token.userId : undefined
}
