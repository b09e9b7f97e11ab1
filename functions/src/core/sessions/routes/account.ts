import { withAudit } from '#domain/audit/index.ts'
import { ok, refuse, toInstant, type Result } from '#domain/kernel/index.ts'
import type { SessionListItem, StoredSession } from '#domain/sessions/index.ts'
import { endSessionsUnit, findSessionLoginId, checkSessionState } from '#domain/sessions/judge/index.ts'
import { keys, type Key } from '#domain/store/index.ts'
import type { Core } from '../../context.ts'
import type { PartialHandlers } from '../../endpoints/serve.ts'
import type { SignedInUser } from '../guard.ts'
import { changeOwnPassword, emailPasswordLink } from '../password.ts'

/** Maximum session documents read for an account. Each sign-in has at most two, and they expire. */
const MAX_EXAMINED = 1_000

type OwnSession = { readonly key: Key<StoredSession>; readonly session: StoredSession }

/** The user's valid sessions. If a sign-in has two session ids, returns the session used last. */
async function listOwnSessions(core: Core, { live, user }: SignedInUser): Promise<readonly SessionListItem[]> {
  const current = findSessionLoginId(live.key, live.session)
  const byLogin = Map.groupBy(await readValidSessions(core, { live, user }), ({ key, session }) =>
    findSessionLoginId(key, session),
  )
  return [...byLogin]
    .map(([id, documents]): SessionListItem => {
      const lines = documents.map(({ session }) => toSessionLine(id, id === current, session))
      return lines.reduce((latest, line) => (line.lastSeenAt > latest.lastSeenAt ? line : latest))
    })
    .sort((a, b) => Number(b.current) - Number(a.current) || b.lastSeenAt.localeCompare(a.lastSeenAt))
}

function toSessionLine(id: string, current: boolean, session: StoredSession): SessionListItem {
  const { createdAt, lastSeenAt = createdAt, browser = '', system = '', from = '' } = session
  return { id, current, signedInAt: createdAt, lastSeenAt, browser, system, from }
}

/** Ends the user's sessions for which `isSelected` is true. Refuses with request.not-found if there are none. */
async function endOwnSessions(
  core: Core,
  signedIn: SignedInUser,
  isSelected: (login: string, isCurrent: boolean) => boolean,
  address: string | undefined,
): Promise<Result<null>> {
  const { live, user } = signedIn
  const current = findSessionLoginId(live.key, live.session)
  const meant = (await readValidSessions(core, signedIn)).filter(({ key, session }) => {
    const login = findSessionLoginId(key, session)
    return isSelected(login, login === current)
  })
  if (meant.length === 0) return refuse('request.not-found')
  const logins = new Set(meant.map(({ key, session }) => findSessionLoginId(key, session)))
  const act = {
    action: 'session.ended',
    target: keys.user(user.id),
    by: user,
    from: address,
    municipality: user.municipalityPath,
    details: { sessions: logins.size },
  } as const
  const unit = endSessionsUnit(
    meant.map(({ key }) => key),
    user.id,
  )
  await core.ports.store.commit(withAudit(unit, act, toInstant(core.ports.clock())))
  return ok(null)
}

async function readValidSessions(
  { ports, tuning }: Core,
  { live, user }: SignedInUser,
): Promise<readonly OwnSession[]> {
  const { store, clock } = ports
  const [entries, credentials] = await Promise.all([
    store.query({ collection: 'websession', where: { userId: user.id }, limit: MAX_EXAMINED }),
    store.get(keys.credentials(user.id)),
  ])
  return entries
    .map(({ key, document }) => ({ key, session: document }))
    .filter(
      ({ session }) => checkSessionState(session, { credentials, config: live.config }, tuning, clock()) === 'good',
    )
}

/** Handlers for the user's own account: password and sessions. */
export function createAccountHandlers(core: Core) {
  return {
    forgotPassword: ({ body, address, request }) => emailPasswordLink(core, body, address, request),
    changePassword: ({ body, address, ...signedIn }) => changeOwnPassword(core, signedIn, body, address),
    listSessions: async (signedIn) => ok({ sessions: [...(await listOwnSessions(core, signedIn))] }),
    endSession: ({ params, address, ...signedIn }) =>
      endOwnSessions(core, signedIn, (login) => login === params.id, address),
    async endOtherSessions({ address, ...signedIn }) {
      const ended = await endOwnSessions(core, signedIn, (_, isCurrent) => !isCurrent, address)
      // Succeeds also when there are no other sessions.
      return ended.ok || ended.problem.code === 'request.not-found' ? ok(null) : ended
    },
  } satisfies PartialHandlers
}
