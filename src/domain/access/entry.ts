import type { ApiScope } from '../integrations/documents/api-token.ts'
import type { Supervision } from './oversight.ts'
import type { Action, Subject } from './rights.ts'

/** Access condition of a route or endpoint. Access to documents is checked separately. */
export type AccessRule =
  | { readonly kind: 'public' }
  /**
   * any caller; the handler determines whether it is an account (even deactivated or deleted), a citizen or the public
   */
  | { readonly kind: 'sender' }
  /** signed-in, active account */
  | { readonly kind: 'account' }
  /** user with this right of `Oversight`; `any`: with at least one of its rights */
  | { readonly kind: 'oversight'; readonly part: keyof Supervision | 'any' }
  /** another system with a token of this scope; sessions are not accepted */
  | { readonly kind: 'token'; readonly scope: ApiScope }
  /** citizen with the bearer token of their session; cookies are not accepted */
  | { readonly kind: 'citizen' }
  /** door staff: bearer of a door link, or staff with the right */
  | { readonly kind: 'door' }
  /** staff with one of these rights */
  | { readonly kind: 'right'; readonly actions: readonly Action[]; readonly subject: Subject }

export const PUBLIC_ACCESS = { kind: 'public' } as const satisfies AccessRule
export const SENDER_ACCESS = { kind: 'sender' } as const satisfies AccessRule
export const CITIZEN_ACCESS = { kind: 'citizen' } as const satisfies AccessRule
export const DOOR_ACCESS = { kind: 'door' } as const satisfies AccessRule
export const ACCOUNT_ACCESS = { kind: 'account' } as const satisfies AccessRule

/**
 * Returns the access condition that requires a right. @param action an action, or several, one of which must be allowed
 */
export function requireRight(action: Action | readonly Action[], subject: Subject) {
  return {
    kind: 'right',
    actions: typeof action === 'string' ? [action] : action,
    subject,
  } as const satisfies AccessRule
}

export function requireTokenScope<Scope extends ApiScope>(scope: Scope) {
  return { kind: 'token', scope } as const satisfies AccessRule
}

export function requireSupervision(part: keyof Supervision | 'any') {
  return { kind: 'oversight', part } as const satisfies AccessRule
}
