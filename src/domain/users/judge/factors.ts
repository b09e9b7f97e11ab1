import type { FactorRule } from '../../sessions/documents/second-factor.ts'
import type { Role } from '../documents/role.ts'
import type { User } from '../documents/user.ts'
import { type Instant, ok, refuse, type Result, type UserId } from '../../kernel/index.ts'
import { keys, remove, set, type Unit } from '../../store/index.ts'
import type { EmailToQueue } from '../../mail/judge.ts'
import { notifyOwner } from '../../sessions/judge/password-units.ts'
import { loadAdministrator, requestingUserKeys, refusalDecision } from './administrator.ts'
import { findReachableUser, endSessionsWrites } from './users.ts'

/**
 * Removes all second factors of a user who lost them, and ends their sessions. The administrator must verify the user's
 * identity: afterwards the password alone is enough to sign in or enrol. Refuses with the codes of `editUserUnit`,
 * user.oneself and factor.none.
 */
export function resetFactorsUnit(
  id: UserId,
  by: UserId,
  post: EmailToQueue | undefined,
  now: Instant,
): Unit<Result<User>> {
  return {
    keysFor: () => [keys.user(by), keys.user(id), keys.factors(id), keys.credentials(id)],
    decide: (documents) => {
      const reached = findReachableUser(id, by, documents)
      if (!reached.ok) return { result: reached, writes: [] }
      if (id === by) return { result: refuse('user.oneself'), writes: [] }
      const { user } = reached.value
      if (documents.get(keys.factors(id)) === undefined) return { result: refuse('factor.none'), writes: [] }
      return {
        result: ok(user),
        writes: [
          remove(keys.factors(id)),
          ...endSessionsWrites(id, documents),
          ...notifyOwner(user, 'second-factor', post, now),
        ],
      }
    },
  }
}

/** Sets the roles that require a second factor, from the next sign-in. Refuses with access.forbidden. */
export function factorRuleUnit(roles: readonly Role[], by: UserId): Unit<Result<FactorRule>> {
  return {
    keysFor: (documents) => [...requestingUserKeys(by, documents), keys.factorRule],
    decide: (documents) => {
      const asker = loadAdministrator(documents, by)
      if (!asker.ok) return refusalDecision(asker)
      const rule: FactorRule = { roles: [...new Set(roles)].sort() }
      const before = documents.get(keys.factorRule)?.roles ?? []
      const same = before.length === rule.roles.length && rule.roles.every((role) => before.includes(role))
      return { result: ok(rule), writes: same ? [] : [set(keys.factorRule, rule)] }
    },
  }
}
