import type { User } from '#domain/users/index.ts'
import { mayTouch } from '#domain/users/judge/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Core } from '../context.ts'
import { issuePasswordToken } from '../sessions/password.ts'

/**
 * Where no e-mails are sent, the creator of a user gets the invitation's link, but only for an account that never had a
 * password, so that no account in use can be taken over.
 */
export async function linkWithoutMail(core: Core, user: User, by: User): Promise<string | undefined> {
  const { ports, tuning } = core
  const mail = ports.connectors?.mail
  if ((mail !== undefined && mail.isKept !== true) || user.providerId !== 'password') return undefined
  if (user.deactivatedAt !== undefined || !mayTouch(by, 'create', user)) return undefined
  if ((await ports.store.get(keys.credentials(user.id))) !== undefined) return undefined
  return `/contrasena#${await issuePasswordToken(core, user.id, tuning.invitationLinkLife)}`
}
