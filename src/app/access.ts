import type { AccessRule as Entry } from '#domain/access/index.ts'
import type { Role } from '#domain/users/index.ts'

/**
 * The access rule of a screen. `welcome`: only roles with a welcome page; others are redirected to their start page.
 */
export type RouteAccess = Entry | { readonly kind: 'welcome' }

export const WELCOME_ACCESS: RouteAccess = { kind: 'welcome' }

/**
 * The frame around a screen. `bare`: no frame. `shell`: top bar and navigation. `task`: top bar only, as the screen has
 * its own footer.
 */
export type PageFrame = 'bare' | 'shell' | 'task'

/** Roles with a welcome page (part 3, point 2). */
const WELCOME_PAGE_ROLES: readonly Role[] = [
  'ROLE_SUPERVISOR',
  'ROLE_SUPERVISOR_ELEVADO',
  'ROLE_ADMIN',
  'ROLE_CENSISTA_PRIVADO',
]

export type StartPage = '/home' | '/listar' | '/pagos'

/** Returns the start page of a role: the welcome page, the payment orders for the treasury, or the forms. */
export function findStartPage(role: Role): StartPage {
  if (WELCOME_PAGE_ROLES.includes(role)) return '/home'
  return role === 'ROLE_TESORERIA' ? '/pagos' : '/listar'
}
