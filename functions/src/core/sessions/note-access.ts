import { actorOfUser, can } from '#domain/access/index.ts'
import type { User } from '#domain/users/index.ts'
import { type LoggedAction, logActionUnit } from '#domain/audit/index.ts'
import { type Problem, type Result, toInstant } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Core } from '../context.ts'
import type { SignInOrigin } from './sign-in.ts'

/*
 * Logs sign-ins and refusals (OWASP ASVS 16.3.1) in the server's log, and those of administrators also in the audit
 * log. Never logs a typed name.
 */

/**
 * Way of signing in. `provider`: single sign-on. `confirm`: confirming identity in an open session. `link`: one-time
 * link.
 */
export type SignInMethod = 'password' | 'provider' | 'second-step' | 'confirm' | 'link'

/** Refusals of requests that were not checked. They are left out of the audit log, which they would flood. */
const NOT_ATTEMPTED_CODES: ReadonlySet<Problem['code']> = new Set([
  'session.throttled',
  'request.too-many',
  'server.busy',
])

/**
 * Logs a refused sign-in, and returns the result unchanged.
 * @param user the account, if known
 */
export async function logSignInRefusal<T>(
  { ports }: Core,
  {
    way,
    user,
    origin,
  }: { readonly way: SignInMethod; readonly user?: User | undefined; readonly origin: SignInOrigin },
  result: Result<T>,
): Promise<Result<T>> {
  if (result.ok) return result
  const { address = '', browser, system } = origin
  const { code } = result.problem
  ports.log.info('sign-in.refused', { way, why: code, account: user?.id ?? '', from: address, browser, system })
  if (user !== undefined && managesOtherUsers(user) && !NOT_ATTEMPTED_CODES.has(code))
    await ports.store.commit(
      logActionUnit(
        buildSessionAuditAction(user, 'session.refused', address, { way, why: code }),
        currentInstant(ports),
      ),
    )
  return result
}

/** True when the user manages other users. */
export function managesOtherUsers(user: User): boolean {
  const actor = actorOfUser(user)
  return can(actor, 'manage', 'usuario') || can(actor, 'manage', 'usuario_municipio')
}

export function buildSessionAuditAction(
  user: User,
  action: 'session.started' | 'session.refused',
  from: string | undefined,
  details: NonNullable<LoggedAction['details']>,
): LoggedAction {
  return { action, target: keys.user(user.id), by: user, from, municipality: user.municipalityPath, details }
}

function currentInstant({ clock }: Core['ports']) {
  return toInstant(clock())
}
