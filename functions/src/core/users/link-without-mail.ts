import type { User } from '#domain/users/index.ts'
import { mayActOnUser } from '#domain/users/judge/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Core } from '../context.ts'
import { issuePasswordToken } from '../sessions/password.ts'

/**
 * The invitation's link, for the creator of a user, if no e-mails are sent. Undefined for accounts that have a
 * password, so that they cannot be taken over.
 */
export async function createInvitationLink(core: Core, user: User, by: User): Promise<string | undefined> {
  const { ports, tuning } = core
  const mail = ports.connectors?.mail
  if ((mail !== undefined && mail.isKept !== true) || user.providerId !== 'password') return undefined
  if (user.deactivatedAt !== undefined || !mayActOnUser(by, 'create', user)) return undefined
  if ((await ports.store.get(keys.credentials(user.id))) !== undefined) return undefined
  return `/contrasena#${await issuePasswordToken(core, user.id, tuning.invitationLinkLife)}`
}
