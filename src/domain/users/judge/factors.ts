import type { SecondFactorRule } from '../../sessions/documents/second-factor.ts'
import type { Role } from '../documents/role.ts'
import type { User } from '../documents/user.ts'
import { type Instant, ok, refuse, type Result, type UserId } from '../../kernel/index.ts'
import { keys, remove, set, type Unit } from '../../store/index.ts'
import type { QueuedMail } from '../../mail/judge.ts'
import { buildOwnerNotificationWrites } from '../../sessions/judge/password-units.ts'
import { loadAdministrator, listRequestingUserKeys, buildRefusalDecision } from './administrator.ts'
import { findManageableUser, buildEndSessionsWrites } from './users.ts'

/**
 * Removes all second factors of a user who lost them, and ends the user's sessions. The administrator must verify the
 * user's identity, because afterwards the password alone suffices for signing in or adding a factor. Refuses with
 * user.missing, access.forbidden, user.oneself and factor.none.
 */
export function resetFactorsUnit(
  id: UserId,
  by: UserId,
  post: QueuedMail | undefined,
  now: Instant,
): Unit<Result<User>> {
  return {
    keysFor: () => [keys.user(by), keys.user(id), keys.factors(id), keys.credentials(id)],
    decide: (documents) => {
      const reached = findManageableUser(id, by, documents)
      if (!reached.ok) return { result: reached, writes: [] }
      if (id === by) return { result: refuse('user.oneself'), writes: [] }
      const { user } = reached.value
      if (documents.get(keys.factors(id)) === undefined) return { result: refuse('factor.none'), writes: [] }
      return {
        result: ok(user),
        writes: [
          remove(keys.factors(id)),
          ...buildEndSessionsWrites(id, documents),
          ...buildOwnerNotificationWrites(user, 'second-factor', post, now),
        ],
      }
    },
  }
}

/**
 * Prepares an administrator's account for a link that sets a password, if no administrator can sign in: activates the
 * account, removes its second factors, ends its sessions, and makes it sign in with a password instead of a provider.
 * Only for a command that the operator of the server runs. Refuses with user.missing if the user is not an
 * administrator.
 */
export function recoverAdministratorUnit(id: UserId): Unit<Result<User>> {
  return {
    keysFor: () => [keys.user(id), keys.factors(id), keys.credentials(id)],
    decide: (found) => {
      const user = found.get(keys.user(id))
      if (user?.roles.includes('ROLE_ADMIN') !== true) return { result: refuse('user.missing'), writes: [] }
      const { deactivatedAt: _, ...active } = user
      const next: User = { ...active, providerId: 'password' }
      const factors = found.get(keys.factors(id)) === undefined ? [] : [remove(keys.factors(id))]
      return { result: ok(next), writes: [set(keys.user(id), next), ...factors, ...buildEndSessionsWrites(id, found)] }
    },
  }
}

/** Sets the roles that require a second factor, effective at the next sign-in. Refuses with access.forbidden. */
export function setFactorRuleUnit(roles: readonly Role[], by: UserId): Unit<Result<SecondFactorRule>> {
  return {
    keysFor: (documents) => [...listRequestingUserKeys(by, documents), keys.factorRule],
    decide: (documents) => {
      const requester = loadAdministrator(documents, by)
      if (!requester.ok) return buildRefusalDecision(requester)
      const rule: SecondFactorRule = { roles: [...new Set(roles)].sort() }
      const before = documents.get(keys.factorRule)?.roles ?? []
      const same = before.length === rule.roles.length && rule.roles.every((role) => before.includes(role))
      return { result: ok(rule), writes: same ? [] : [set(keys.factorRule, rule)] }
    },
  }
}
