import { actorOfUser, can, type Action, type UserLike } from '../../access/index.ts'
import { SSO_PROVIDER } from '../../sessions/documents/sso.ts'
import { userSchema, type User, type UserName } from '../documents/user.ts'
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
import { mailTo } from '../../mail/letter.ts'
import { municipalityOf } from '../../kernel/path-parts.ts'
import {
  keys,
  unitOver,
  remove,
  set,
  type Decision,
  type Found,
  type Key,
  type Unit,
  type Write,
} from '../../store/index.ts'
import { factsOfNew, withEdit, type UserEdit, type UserFacts } from '../user-rules.ts'
import type { UserCreation } from '../users-api.ts'
import { isOpen } from '../../places/judge/open-areas.ts'
import { mailWrite } from '../../mail/judge.ts'
import { endingWrites } from '../../sessions/judge/own-sessions.ts'
import { familyOf } from '../../sessions/judge/session-units.ts'

export type UserResult = Result<User>
type UserDecision = Decision<UserResult>

/**
 * Creates a user (part 1, point 5). Right, municipality and areas are those of the moment of writing, not those sent.
 *
 * | found | result |
 * |---|---|
 * | this user already, by the same request of who may read them | the same again, nothing written |
 * | fields missing, wrong or contradictory | what `factsOfNew` says |
 * | no right to a user of this role in this municipality | access.forbidden |
 * | an area that is not there, or is being deleted | user.area-unknown |
 * | by one who may not create everywhere, in a municipality without `idMuniCore` | user.municipality-not-linked |
 * | the username, or the address, is taken | user.exists, user.email-taken |
 * | for a request at the provider: may not decide it; decided or linked already | access.forbidden; request.not-found |
 *
 * For such a request the account is linked at once, and gets no invitation: it never has a password here.
 *
 * @param mailId `newJobId` of fresh bytes, for the invitation; undefined where nothing carries mails
 * @param turn when the invitation may leave
 */
export function createUserUnit(
  { id, user: typed, language, request: requested }: UserCreation,
  by: UserId,
  now: Instant,
  mailId: string | undefined,
  turn = now,
): Unit<UserResult> {
  const facts = factsOfNew(typed)
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
    decide: (found): UserDecision => {
      const creator = found.get(keys.user(by))
      if (creator === undefined) return refused('session.no-user-record')
      if (!mayTouch(creator, 'create', facts.value)) return refused('access.forbidden')
      const known = found.get(keys.user(id))
      if (known !== undefined)
        return known.userMuniCore === userMuniCore && mayTouch(creator, 'read', known)
          ? same(known)
          : refused('user.exists')
      const municipality = found.get(keys.municipality(municipalityPath))
      if (municipality === undefined || !isOpen(areas, found, now)) return refused('user.area-unknown')
      if (!isEverywhere(creator) && municipality.idMuniCore === undefined)
        return refused('user.municipality-not-linked')
      if (found.get(names.username) !== undefined) return refused('user.exists')
      if (found.get(names.email) !== undefined) return refused('user.email-taken')
      const asked = request === undefined ? undefined : found.get(request)
      if (request !== undefined && !can(actorOfUser(creator), 'manage', 'solicitud-usuario'))
        return refused('access.forbidden')
      if (request !== undefined && (asked?.state !== 'open' || identity === undefined || found.get(identity)))
        return refused('request.not-found')
      const from = asked === undefined ? {} : { providerId: SSO_PROVIDER }
      const edited = { lastUpdate: now, lastUpdateBy: creator.userMuniCore }
      const user = userSchema.parse({ id, ...facts.value, ...from, ...edited })
      const welcome =
        asked === undefined || request === undefined || identity === undefined
          ? mailId === undefined
            ? []
            : [invitation(user, creator, language, mailId, turn)]
          : [set(request, { ...asked, state: 'accepted' as const }), set(identity, { userId: id, linkedAt: now })]
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
 * Edits a user who is within the editor's reach before and after. Refuses with user.missing (also if they may not see
 * them), access.forbidden, user.changed-meanwhile (another was first), user.oneself (no one changes their own role),
 * user.area-unknown, and as `withEdit`. Without a change it writes nothing.
 */
export function editUserUnit(id: UserId, edit: UserEdit, by: UserId, now: Instant): Unit<UserResult> {
  const areas = edit.areas ?? []
  return {
    keysFor: () => [keys.user(by), keys.user(id), ...areas.map(keys.area), ...areas.map(municipalityOf)],
    decide: (found): UserDecision => {
      const reached = reach(id, by, found)
      if (!reached.ok) return { result: reached, writes: [] }
      const { editor, user } = reached.value
      const facts = withEdit(user, edit)
      if (!facts.ok) return { result: facts, writes: [] }
      if (!mayTouch(editor, 'update', facts.value)) return refused('access.forbidden')
      if (changedFields(user, facts.value).length === 0) return same(user)
      if ((user.lastUpdate ?? null) !== edit.seen) return refused('user.changed-meanwhile')
      if (id === by && facts.value.roles[0] !== user.roles[0]) return refused('user.oneself')
      const added = facts.value.areas.filter((area) => !user.areas.includes(area))
      if (!isOpen(added, found, now)) return refused('user.area-unknown')
      return saved({ ...user, ...facts.value }, editor, now)
    },
  }
}

/**
 * Switches a user off or on. What they have sent and what waits on their devices is taken, and held. Switched on again,
 * they sign in anew: a session may be left on a lost device. Refuses as `editUserUnit`, and with user.email-taken.
 * @param sessions that they have left: an account without a password has no count of its changes that would end these
 */
export function activityUnit(
  id: UserId,
  active: boolean,
  by: UserId,
  now: Instant,
  sessions: readonly Key<StoredSession>[],
): Unit<UserResult> {
  const user = keys.user(id)
  const nameOf = (found: Found): Key<UserName> | undefined => {
    const email = found.get(user)?.email
    return email === undefined ? undefined : keys.userName('email', email)
  }
  return {
    keysFor: (found) => {
      const name = nameOf(found)
      const left = sessions.flatMap((key) => familyOf(key, found))
      return [keys.user(by), user, keys.credentials(id), ...(name === undefined ? [] : [name]), ...left]
    },
    decide: (found): UserDecision => {
      const reached = reach(id, by, found)
      if (!reached.ok) return { result: reached, writes: [] }
      const before = reached.value.user
      if (id === by) return refused('user.oneself')
      if ((before.deactivatedAt === undefined) === active) return same(before)
      const name = keys.userName('email', before.email)
      const holder = found.get(name)?.user
      const { deactivatedAt: _, ...rest } = before
      if (!active) {
        // The address is free again: for the same person under another username, or for a successor.
        const decision = saved({ ...rest, deactivatedAt: now }, reached.value.editor, now)
        return { ...decision, writes: [...decision.writes, ...(holder === id ? [remove(name)] : [])] }
      }
      if (holder !== undefined && holder !== id) return refused('user.email-taken')
      const decision = saved(rest, reached.value.editor, now)
      const out = [...signedOut(id, found), ...endingWrites(sessions, id, found)]
      return { ...decision, writes: [...decision.writes, set(name, { user: id }), ...out] }
    },
  }
}

/**
 * Sends a user a link to choose a password, once more. Refuses as `editUserUnit`, with session.deactivated, and, for
 * one who signs in at the provider, with password.elsewhere. @param mailId `newJobId` of fresh bytes
 */
export function inviteUnit(id: UserId, language: Language, by: UserId, now: Instant, mailId: string): Unit<UserResult> {
  return unitOver<UserResult>([keys.user(by), keys.user(id)], (found) => {
    const reached = reach(id, by, found)
    if (!reached.ok) return { result: reached, writes: [] }
    const { editor, user } = reached.value
    if (user.deactivatedAt !== undefined) return refused('session.deactivated')
    if (user.providerId !== 'password') return refused('password.elsewhere')
    return { result: ok(user), writes: [invitation(user, editor, language, mailId, now)] }
  })
}

function invitation(user: User, by: User, language: Language, mailId: string, now: Instant): Write {
  // The address, one word and proven: a name is whatever someone has typed, and this letter goes to whom they choose.
  const name = by.email.slice(0, 200)
  return mailWrite(mailId, mailTo(user, { letter: 'invitation', by: name }, language), user.municipalityPath, now)
}

/** Names of what an edit changes, for the log: no values. */
export function changedFields(before: UserFacts, after: UserFacts): readonly string[] {
  const fields = ['firstName', 'lastName', 'inspectorID', 'roles', 'areas', 'municipalityPath'] as const
  return fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
}

/** Whether a user may do this to another, as that one is or would be. */
export function mayTouch(by: User, action: Action, user: UserLike): boolean {
  const actor = actorOfUser(by)
  return (
    can(actor, action, { kind: 'usuario', document: user }) ||
    can(actor, action, { kind: 'usuario_municipio', document: user })
  )
}

function isEverywhere(user: User): boolean {
  return can(actorOfUser(user), 'manage', 'usuario')
}

export function reach(id: UserId, by: UserId, found: Found): Result<{ readonly editor: User; readonly user: User }> {
  const editor = found.get(keys.user(by))
  if (editor === undefined) return refuse('session.no-user-record')
  const user = found.get(keys.user(id))
  if (user === undefined || !mayTouch(editor, 'read', user)) return refuse('user.missing')
  return mayTouch(editor, 'update', user) ? ok({ editor, user }) : refuse('access.forbidden')
}

export function signedOut(id: UserId, found: Found): readonly Write[] {
  const credentials = found.get(keys.credentials(id))
  if (credentials === undefined) return []
  return [set(keys.credentials(id), { ...credentials, epoch: (credentials.epoch ?? 0) + 1 })]
}

function saved(user: User, by: User, now: Instant): UserDecision {
  const next: User = { ...user, lastUpdate: now, lastUpdateBy: by.userMuniCore }
  return { result: ok(next), writes: [set(keys.user(user.id), next)] }
}

function same(user: User): UserDecision {
  return { result: ok(user), writes: [] }
}

function refused(code: ProblemCode): UserDecision {
  return { result: refuse(code), writes: [] }
}
