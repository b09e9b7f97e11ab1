import type { Access as Entry } from '#domain/access/index.ts'
import type { Role } from '#domain/users/index.ts'

/** Who may open an address; `welcome`: the welcome page; roles without one go on to the forms. */
export type Access = Entry | { readonly kind: 'welcome' }

export const WELCOME: Access = { kind: 'welcome' }

/** Around a screen. `bare`: its own page; `shell`: top bar and navigation; `task`: top bar, the foot is its own. */
export type Frame = 'bare' | 'shell' | 'task'

/** Part 3, point 2: only these have a welcome page, all others begin with the forms. */
const WELCOMED: readonly Role[] = ['ROLE_SUPERVISOR', 'ROLE_SUPERVISOR_ELEVADO', 'ROLE_ADMIN', 'ROLE_CENSISTA_PRIVADO']

export function hasWelcomePage(role: Role): boolean {
  return WELCOMED.includes(role)
}
