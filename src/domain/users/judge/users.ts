import { actorOfUser, can, type Action, type UserLike } from '../../access/index.ts'
import { SSO_PROVIDER } from '../../sessions/documents/sso.ts'
import { userSchema, type User, type UserNameReservation } from '../documents/user.ts'
import type { StoredSession } from '../../sessions/documents/web-session.ts'
import {
  ok,
  refuse,
  type Instant,
  type Language,
  type ProblemCode,
  type Result,
  type UserId,
} from '../../kernel/index.ts'
import { buildAccountMail } from '../../mail/email-content.ts'
import { getMunicipality } from '../../kernel/path-parts.ts'
import {
  keys,
  unitForKeys,
  remove,
  set,
  type Decision,
  type FoundDocuments,
  type Key,
  type Unit,
  type Write,
} from '../../store/index.ts'
import { validateNewUser, applyUserEdit, type UserEdit, type UserFacts } from '../user-rules.ts'
import type { UserCreation } from '../users-api.ts'
import { areAreasOpen } from '../../places/judge/open-areas.ts'
import { buildMailWrite } from '../../mail/judge.ts'
import { buildOwnSessionEndWrites } from '../../sessions/judge/own-sessions.ts'
import { listRelatedSessionKeys } from '../../sessions/judge/session-units.ts'

export type UserResult = Result<User>
type UserDecision = Decision<UserResult>

/**
 * Creates a user (part 1, point 5). Permission, municipality and areas are read in the transaction.
 *
 * | found | result |
 * |---|---|
 * | this user, created by the same request, and readable | the same result, nothing written |
 * | fields missing, invalid or contradictory | refused by `validateNewUser` |
 * | no right to create this role in this municipality | access.forbidden |
 * | an area is missing or being deleted | user.area-unknown |
 * | municipality without `idMuniCore`, and no right to create everywhere | user.municipality-not-linked |
 * | username or address is taken | user.exists, user.email-taken |
 * | account request: no right to decide it; already decided or linked | access.forbidden; request.not-found |
 *
 * For an account request of a provider's user, the account is linked at once and gets no invitation, because it has no
 * password.
 * @param invitation undefined without e-mail; `emailJobId`: `generateJobId` of random bytes; `at`: when it is sent
 */
export function createUserUnit(
  { id, user: typed, language, request: requested }: UserCreation,
  by: UserId,
  now: Instant,
  invitation: { readonly emailJobId: string; readonly at: Instant } | undefined,
): Unit<UserResult> {
  const facts = validateNewUser(typed)
  if (!facts.ok) return { keysFor: () => [], decide: () => ({ result: facts, writes: [] }) }
  const { userMuniCore, email, areas, municipalityPath } = facts.value
  const names = { username: keys.userName('username', userMuniCore), email: keys.userName('email', email) }
  const [identity, request] = requested === undefined ? [] : [keys.identity(requested), keys.userRequest(requested)]
  return {
    keysFor: () => [
      keys.user(by),
      keys.user(id),
      names.username,
      names.email,
      keys.municipality(municipalityPath),
      ...areas.map(keys.area),
      ...(identity === undefined || request === undefined ? [] : [identity, request]),
    ],
    decide: (documents): UserDecision => {
      const creator = documents.get(keys.user(by))
      if (creator === undefined) return refuseUser('session.no-user-record')
      if (!canActOnUser(creator, 'create', facts.value)) return refuseUser('access.forbidden')
      const knownUser = documents.get(keys.user(id))
      if (knownUser !== undefined)
        return knownUser.userMuniCore === userMuniCore && canActOnUser(creator, 'read', knownUser)
          ? keepUser(knownUser)
          : refuseUser('user.exists')
      const municipality = documents.get(keys.municipality(municipalityPath))
      if (municipality === undefined || !areAreasOpen(areas, documents, now)) return refuseUser('user.area-unknown')
      if (!isEverywhere(creator) && municipality.idMuniCore === undefined)
        return refuseUser('user.municipality-not-linked')
      if (documents.get(names.username) !== undefined) return refuseUser('user.exists')
      if (documents.get(names.email) !== undefined) return refuseUser('user.email-taken')
      const input = request === undefined ? undefined : documents.get(request)
      if (request !== undefined && !can(actorOfUser(creator), 'manage', 'solicitud-usuario'))
        return refuseUser('access.forbidden')
      if (request !== undefined && (input?.state !== 'open' || identity === undefined || documents.get(identity)))
        return refuseUser('request.not-found')
      const from = input === undefined ? {} : { providerId: SSO_PROVIDER }
      const edited = { lastUpdate: now, lastUpdateBy: creator.userMuniCore }
      const user = userSchema.parse({ id, ...facts.value, ...from, ...edited })
      const invited =
        invitation === undefined ? [] : [buildInvitationMail(user, creator, { ...invitation, language }, invitation.at)]
      const welcome =
        input === undefined || request === undefined || identity === undefined
          ? invited
          : [set(request, { ...input, state: 'accepted' as const }), set(identity, { userId: id, linkedAt: now })]
      return {
        result: ok(user),
        writes: [
          set(keys.user(id), user),
          set(names.username, { user: id }),
          set(names.email, { user: id }),
          ...welcome,
        ],
      }
    },
  }
}

/**
 * Edits a user whom the editor may edit both before and after the change. Refuses with user.missing (also if the editor
 * may not read the user), access.forbidden, user.changed-meanwhile (another user edited first), user.oneself (the
 * editor's own role), user.area-unknown, and the codes of `applyUserEdit`. Writes nothing if nothing changes.
 */
export function editUserUnit(id: UserId, edit: UserEdit, by: UserId, now: Instant): Unit<UserResult> {
  const areas = edit.areas ?? []
  return {
    keysFor: () => [keys.user(by), keys.user(id), ...areas.map(keys.area), ...areas.map(getMunicipality)],
    decide: (documents): UserDecision => {
      const reached = findManageableUser(id, by, documents)
      if (!reached.ok) return { result: reached, writes: [] }
      const { editor, user } = reached.value
      const facts = applyUserEdit(user, edit)
      if (!facts.ok) return { result: facts, writes: [] }
      if (!canActOnUser(editor, 'update', facts.value)) return refuseUser('access.forbidden')
      if (listChangedUserFields(user, facts.value).length === 0) return keepUser(user)
      if ((user.lastUpdate ?? null) !== edit.seen) return refuseUser('user.changed-meanwhile')
      if (id === by && facts.value.roles[0] !== user.roles[0]) return refuseUser('user.oneself')
      const addedAreas = facts.value.areas.filter((area) => !user.areas.includes(area))
      if (!areAreasOpen(addedAreas, documents, now)) return refuseUser('user.area-unknown')
      return saveUser({ ...user, ...facts.value }, editor, now)
    },
  }
}

/**
 * Deactivates or activates a user. Work that is pending on the user's devices is still accepted, and held. After an
 * activation the user must sign in again, because an old session may be on a lost device. Refuses with user.missing
 * (also if the editor may not read the user), access.forbidden, user.oneself and user.email-taken.
 * @param change `sessions`: remaining sessions, which must be ended here if the account has no password and so no epoch
 */
export function setUserActiveUnit(
  id: UserId,
  { active, sessions }: { readonly active: boolean; readonly sessions: readonly Key<StoredSession>[] },
  by: UserId,
  now: Instant,
): Unit<UserResult> {
  const user = keys.user(id)
  const findUserNameKey = (documents: FoundDocuments): Key<UserNameReservation> | undefined => {
    const email = documents.get(user)?.email
    return email === undefined ? undefined : keys.userName('email', email)
  }
  return {
    keysFor: (documents) => {
      const name = findUserNameKey(documents)
      const sessionKeys = sessions.flatMap((key) => listRelatedSessionKeys(key, documents))
      return [keys.user(by), user, keys.credentials(id), ...(name === undefined ? [] : [name]), ...sessionKeys]
    },
    decide: (documents): UserDecision => {
      const reached = findManageableUser(id, by, documents)
      if (!reached.ok) return { result: reached, writes: [] }
      const before = reached.value.user
      if (id === by) return refuseUser('user.oneself')
      if ((before.deactivatedAt === undefined) === active) return keepUser(before)
      const name = keys.userName('email', before.email)
      const holder = documents.get(name)?.user
      const { deactivatedAt: _, ...rest } = before
      if (!active) {
        // Frees the email address for another account, of the same person or a successor.
        const decision = saveUser({ ...rest, deactivatedAt: now }, reached.value.editor, now)
        return { ...decision, writes: [...decision.writes, ...(holder === id ? [remove(name)] : [])] }
      }
      if (holder !== undefined && holder !== id) return refuseUser('user.email-taken')
      const decision = saveUser(rest, reached.value.editor, now)
      const out = [...buildEndSessionsWrites(id, documents), ...buildOwnSessionEndWrites(sessions, id, documents)]
      return { ...decision, writes: [...decision.writes, set(name, { user: id }), ...out] }
    },
  }
}

/**
 * Sends a user another link for choosing a password. Refuses with user.missing, access.forbidden, session.deactivated,
 * and password.elsewhere for users who sign in at the provider.
 * @param mail `emailJobId`: result of `generateJobId` with random bytes
 */
export function inviteUserUnit(
  id: UserId,
  mail: { readonly emailJobId: string; readonly language: Language },
  by: UserId,
  now: Instant,
): Unit<UserResult> {
  return unitForKeys<UserResult>([keys.user(by), keys.user(id)], (documents) => {
    const reached = findManageableUser(id, by, documents)
    if (!reached.ok) return { result: reached, writes: [] }
    const { editor, user } = reached.value
    if (user.deactivatedAt !== undefined) return refuseUser('session.deactivated')
    if (user.providerId !== 'password') return refuseUser('password.elsewhere')
    return { result: ok(user), writes: [buildInvitationMail(user, editor, mail, now)] }
  })
}

function buildInvitationMail(
  user: User,
  by: User,
  { emailJobId, language }: { readonly emailJobId: string; readonly language: Language },
  now: Instant,
): Write {
  // Uses the creator's verified address instead of a name, because a name can be any text and the email may go to
  // anyone.
  const name = by.email.slice(0, 200)
  return buildMailWrite(
    emailJobId,
    buildAccountMail(user, { letter: 'invitation', by: name }, language),
    user.municipalityPath,
    now,
  )
}

/** Returns the names of changed fields for the log, without their values. */
export function listChangedUserFields(before: UserFacts, after: UserFacts): readonly string[] {
  const fields = ['firstName', 'lastName', 'inspectorID', 'roles', 'areas', 'municipalityPath'] as const
  return fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
}

/** Checks whether a user may act on another user, as stored or as edited. */
export function canActOnUser(by: User, action: Action, user: UserLike): boolean {
  const actor = actorOfUser(by)
  return (
    can(actor, action, { kind: 'usuario', document: user }) ||
    can(actor, action, { kind: 'usuario_municipio', document: user })
  )
}

function isEverywhere(user: User): boolean {
  return can(actorOfUser(user), 'manage', 'usuario')
}

export function findManageableUser(
  id: UserId,
  by: UserId,
  documents: FoundDocuments,
): Result<{ readonly editor: User; readonly user: User }> {
  const editor = documents.get(keys.user(by))
  if (editor === undefined) return refuse('session.no-user-record')
  const user = documents.get(keys.user(id))
  if (user === undefined || !canActOnUser(editor, 'read', user)) return refuse('user.missing')
  return canActOnUser(editor, 'update', user) ? ok({ editor, user }) : refuse('access.forbidden')
}

export function buildEndSessionsWrites(id: UserId, documents: FoundDocuments): readonly Write[] {
  const credentials = documents.get(keys.credentials(id))
  if (credentials === undefined) return []
  return [set(keys.credentials(id), { ...credentials, epoch: (credentials.epoch ?? 0) + 1 })]
}

function saveUser(user: User, by: User, now: Instant): UserDecision {
  const next: User = { ...user, lastUpdate: now, lastUpdateBy: by.userMuniCore }
  return { result: ok(next), writes: [set(keys.user(user.id), next)] }
}

function keepUser(user: User): UserDecision {
  return { result: ok(user), writes: [] }
}

function refuseUser(code: ProblemCode): UserDecision {
  return { result: refuse(code), writes: [] }
}
