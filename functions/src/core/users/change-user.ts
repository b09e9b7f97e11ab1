import type { User, UserEdit } from '#domain/users/index.ts'
import { toInstant, type Language, type UserId } from '#domain/kernel/index.ts'
import {
  setUserActiveUnit,
  listChangedUserFields,
  editUserUnit,
  resetFactorsUnit,
  type UserResult,
} from '#domain/users/judge/index.ts'
import { withAudit, type LoggedAction } from '#domain/audit/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Core } from '../context.ts'
import type { Ports } from '../ports.ts'
import { buildQueuedMail } from '../sessions/password.ts'
import type { Requester } from '../context.ts'
import { withoutWrites, type UserWriteMode } from './create-user.ts'
import { checkEmailFree } from './check-name.ts'

/** Edits a user. The audit entry contains the names of changed fields, and the role before and after. */
export async function editUserAccount(
  { store, clock }: Ports,
  { id, edit }: { readonly id: UserId; readonly edit: UserEdit },
  by: Requester,
  how: UserWriteMode = 'do',
): Promise<UserResult> {
  const now = toInstant(clock())
  const before = await store.get(keys.user(id))
  const changed = (result: UserResult): LoggedAction => {
    const act = toUserAct('user.changed', id, by, result)
    return result.ok && before !== undefined ? { ...act, details: buildAuditDetails(before, result.value) } : act
  }
  const unit = editUserUnit(id, edit, by.user.id, now)
  return store.commit(how === 'dry' ? withoutWrites(unit) : withAudit(unit, changed, now))
}

function buildAuditDetails(before: User, after: User): NonNullable<LoggedAction['details']> {
  const [from, to] = [before.roles[0], after.roles[0]]
  return { fields: listChangedUserFields(before, after).join(', '), ...(from === to ? {} : { from, to }) }
}

/** Maximum session documents of an account. Each sign-in has at most two, and they expire. */
const MAX_SESSIONS = 1_000

/** Deactivates or reactivates a user. */
export async function setUserActive(
  { store, clock }: Ports,
  id: UserId,
  active: boolean,
  by: Requester,
): Promise<UserResult> {
  const now = toInstant(clock())
  const user = await store.get(keys.user(id))
  if (active && user?.deactivatedAt !== undefined) {
    const free = await checkEmailFree(store, user.email)
    if (!free.ok) return free
  }
  const sessionEntries = active
    ? await store.query({ collection: 'websession', where: { userId: id }, limit: MAX_SESSIONS })
    : []
  const sessions = sessionEntries.map(({ key }) => key)
  const action = active ? 'user.reactivated' : 'user.deactivated'
  return store.commit(
    withAudit(
      setUserActiveUnit(id, { active, sessions }, by.user.id, now),
      (result) => toUserAct(action, id, by, result),
      now,
    ),
  )
}

/**
 * Removes the second factors of a user who has lost them, and notifies the user by e-mail in the language of the acting
 * user.
 */
export async function resetUserFactors(core: Core, id: UserId, language: Language, by: Requester): Promise<UserResult> {
  const { store, clock } = core.ports
  const now = toInstant(clock())
  const unit = resetFactorsUnit(id, by.user.id, buildQueuedMail(core, language), now)
  return store.commit(withAudit(unit, (result) => toUserAct('second-factor.reset', id, by, result), now))
}

function toUserAct(
  action: LoggedAction['action'],
  id: UserId,
  { user, address }: Requester,
  result: UserResult,
): LoggedAction {
  return {
    action,
    target: keys.user(id),
    by: user,
    from: address,
    ...(result.ok ? { municipality: result.value.municipalityPath } : {}),
  }
}
