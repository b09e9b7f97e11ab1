import type { ApiScope } from '../integrations/documents/api-token.ts'
import type { Oversight } from './oversight.ts'
import type { Action, Subject } from './rights.ts'

/** Who may use an address of the app or an endpoint at all. What they find there is asked of the loaded document. */
export type Access =
  | { readonly kind: 'public' }
  /** whose work it is: an account (even if it may not work now, or is gone) or the public; the handler finds out who */
  | { readonly kind: 'sender' }
  /** an account that is signed in and may work */
  | { readonly kind: 'account' }
  /** looks after the work of others: at all, or this part of it */
  | { readonly kind: 'oversight'; readonly part: keyof Oversight | 'any' }
  /** another system, which shows a token that is good for this; no session counts there */
  | { readonly kind: 'token'; readonly scope: ApiScope }
  /** a citizen whom the portal has let in, by the bearer of their session; no cookie counts there */
  | { readonly kind: 'citizen' }
  /** keeps a door: by the bearer of a link of its form, or staff with the right */
  | { readonly kind: 'door' }
  /** holds one of these rights */
  | { readonly kind: 'right'; readonly actions: readonly Action[]; readonly subject: Subject }

export const PUBLIC = { kind: 'public' } as const satisfies Access
export const SENDER = { kind: 'sender' } as const satisfies Access
export const CITIZEN = { kind: 'citizen' } as const satisfies Access
export const DOOR = { kind: 'door' } as const satisfies Access
export const ACCOUNT = { kind: 'account' } as const satisfies Access

/** @param action one of them is enough */
export function right(action: Action | readonly Action[], subject: Subject) {
  return { kind: 'right', actions: typeof action === 'string' ? [action] : action, subject } as const satisfies Access
}

export function withToken<Scope extends ApiScope>(scope: Scope) {
  return { kind: 'token', scope } as const satisfies Access
}

export function oversight(part: keyof Oversight | 'any') {
  return { kind: 'oversight', part } as const satisfies Access
}
