import type { Core } from '../../context.ts'
import { formatExpiredSessionCookie, formatSessionCookie } from '../../http/cookie.ts'
import { buildRefusalResponseForCode } from '../../http/problems.ts'
import { parseBrowser } from '../../http/user-agent.ts'
import { NO_STORE_HEADERS } from '../../http/security-headers.ts'
import type { PartialHandlers } from '../../endpoints/serve.ts'
import type { OpenedSecondStep } from '../factors/open-step.ts'
import { matchesNamedAccount, type SessionGuard } from '../guard.ts'
import { setPasswordByToken } from '../password.ts'
import { signOutUnit } from '#domain/sessions/judge/index.ts'
import { rotateSessionIfDue, type LiveSession } from '../sessions.ts'
import { createMemoryRateLimit } from '../../limits/pace.ts'
import { signInWithPassword, type SignInResult } from '../sign-in.ts'

/** Rate limit of sign-ins to one account, which a team may share: burst, and interval in milliseconds. */
const [SIGN_INS_BURST, SIGN_INS_INTERVAL] = [100, 5_000]

/** Handlers for signing in and out, and for setting a password with a link. */
export function createSessionHandlers(core: Core, guard: SessionGuard) {
  const { ports, options } = core
  // Limits correct passwords also, because checking them costs as much.
  const pace = createMemoryRateLimit(ports.clock, SIGN_INS_BURST, SIGN_INS_INTERVAL)
  return {
    async readSession({ profile, live }) {
      return Response.json(profile, { headers: { ...NO_STORE_HEADERS, ...(await renewSessionCookie(core, live)) } })
    },

    async signIn({ body, address, request }) {
      const signedIn = await signInWithPassword(core, body, { address, ...parseBrowser(request) }, pace)
      return signedIn.ok ? buildSignInReply(core, guard, signedIn.value, request) : signedIn
    },

    async signOut({ request, address }) {
      const live = await guard.find(request)
      // A tablet that was offline may sign out late. This must not end the session of the next account.
      if (live !== undefined && !matchesNamedAccount(request, live))
        return buildRefusalResponseForCode('session.other-account')
      if (live !== undefined) {
        await ports.store.commit(signOutUnit(live.key))
        ports.log.info('sign-out', { account: live.session.userId, from: address ?? '', ...parseBrowser(request) })
      }
      return new Response(null, { status: 204, headers: { 'set-cookie': formatExpiredSessionCookie(options) } })
    },

    setPassword: ({ body, address, request }) => setPasswordByToken(core, body, { address, ...parseBrowser(request) }),
  } satisfies PartialHandlers
}

/**
 * Reply to a sign-in: the session's cookie and the profile, or the second step. Ends an earlier session of this
 * browser.
 */
export async function buildSignInReply(
  core: Core,
  guard: SessionGuard,
  signedIn: SignInResult,
  request: Request,
): Promise<Response> {
  const before = await guard.find(request)
  if (before !== undefined) await core.ports.store.commit(signOutUnit(before.key))
  if (signedIn.kind === 'step') return buildStepReply(core, signedIn)
  return Response.json(signedIn.profile, {
    headers: { ...NO_STORE_HEADERS, 'set-cookie': buildSessionCookie(core, signedIn.id) },
  })
}

/** The Set-Cookie header of a session whose id is due for daily renewal; otherwise no headers. */
export async function renewSessionCookie(core: Core, live: LiveSession): Promise<Readonly<Record<string, string>>> {
  const id = await rotateSessionIfDue(live, core)
  return id === undefined ? {} : { 'set-cookie': buildSessionCookie(core, id) }
}

/**
 * Reply that asks for the second step. Its id is stored in the session cookie, the only one that every host passes on.
 */
function buildStepReply({ tuning, options }: Core, { id, details }: OpenedSecondStep): Response {
  const reply = buildRefusalResponseForCode('session.second-step', details)
  reply.headers.set('set-cookie', formatSessionCookie(id, Math.floor(tuning.stepPatience / 1000), options))
  return reply
}

/** The Set-Cookie header of a session. */
export function buildSessionCookie(core: Core, id: string): string {
  return formatSessionCookie(id, Math.floor(core.tuning.sessionIdle / 1000), core.options)
}
