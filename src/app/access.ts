import type { Action, Oversight, Subject } from '#domain/access/index.ts'
import type { Role } from '#domain/documents/index.ts'

/** Who may open an address: anybody, whoever is signed in, or those who hold a right (part 1, point 2). */
export type Access =
  | { readonly kind: 'public' }
  | { readonly kind: 'account' }
  /** the welcome page: whoever has none goes on to the forms */
  | { readonly kind: 'welcome' }
  /** looks after the work of others: at all, or this part of it */
  | { readonly kind: 'oversight'; readonly part: keyof Oversight | 'any' }
  | { readonly kind: 'right'; readonly action: Action; readonly subject: Subject }

export const PUBLIC: Access = { kind: 'public' }
export const ACCOUNT: Access = { kind: 'account' }

export const WELCOME: Access = { kind: 'welcome' }

export function right(action: Action, subject: Subject): Access {
  return { kind: 'right', action, subject }
}

export function oversight(part: keyof Oversight | 'any'): Access {
  return { kind: 'oversight', part }
}

/** Whether an oversight is enough for an address. */
export function looksAfter(own: Oversight, part: keyof Oversight | 'any'): boolean {
  return part === 'any' ? Object.values(own).some(Boolean) : own[part]
}

/** What stands around a screen. `bare`: its own page; `shell`: top bar and navigation; `task`: top bar only, the foot belongs to the screen. */
export type Frame = 'bare' | 'shell' | 'task'

/** Part 3, point 2: only these have a welcome page, all others begin with the forms. */
const WELCOMED: readonly Role[] = ['ROLE_SUPERVISOR', 'ROLE_SUPERVISOR_ELEVADO', 'ROLE_ADMIN', 'ROLE_CENSISTA_PRIVADO']

export function hasWelcomePage(role: Role): boolean {
  return WELCOMED.includes(role)
}
