import type { UserRequest } from '#domain/sessions/index.ts'
import { withAudit } from '#domain/audit/index.ts'
import { ok, refuse, toInstant, type Result } from '#domain/kernel/index.ts'
import { keys, set, unitForKeys } from '#domain/store/index.ts'
import type { Core } from '../../context.ts'
import { readSessionCookie, formatSessionCookie } from '../../http/cookie.ts'
import { toBase64Url } from '../../http/digest.ts'
import { NO_STORE_HEADERS } from '../../http/security-headers.ts'
import type { PartialHandlers } from '../../endpoints/serve.ts'
import { parseBrowser } from '../../http/user-agent.ts'
import { matchesNamedAccount, type SessionGuard } from '../guard.ts'
import { completeSso, beginSso } from '../sso.ts'
import { queryPage } from '../../paging.ts'
import { buildSignInReply } from './session.ts'

/** Page size of account requests. */
const REQUESTS_PAGE_SIZE = 15
const COOKIE_BYTES = 32

/** Handlers for single sign-on, and for account requests of users without an account here. */
export function createSsoHandlers(core: Core, guard: SessionGuard) {
  const { store, clock, connectors } = core.ports
  return {
    readSso: async () => ok({ label: connectors?.identity?.label ?? null }),
    async startSso({ body, address, request }) {
      const known = readSessionCookie(request.headers.get('cookie'), core.options)
      const browser = known ?? toBase64Url(core.ports.random(COOKIE_BYTES))
      const started = await beginSso(core, body, address, browser)
      if (!started.ok || known !== undefined) return started
      // Uses the session cookie, the only one that every host passes on. This value gives no access.
      const cookie = formatSessionCookie(browser, Math.floor(core.tuning.ssoPatience / 1000), core.options)
      return Response.json(started.value, { headers: { ...NO_STORE_HEADERS, 'set-cookie': cookie } })
    },

    async finishSso({ body, address, request }) {
      const signedIn = await completeSso(
        core,
        body.query,
        { address, ...parseBrowser(request) },
        readSessionCookie(request.headers.get('cookie'), core.options),
      )
      return signedIn.ok ? buildSignInReply(core, guard, signedIn.value, request) : signedIn
    },

    async leaveSso({ request }) {
      // Allowed for blocked accounts, so that the provider's session ends on every device.
      const live = await guard.find(request)
      const idToken = live !== undefined && matchesNamedAccount(request, live) ? live.session.idToken : undefined
      const signOutUrl = idToken === undefined ? undefined : await connectors?.identity?.farewell(idToken)
      return ok({ address: signOutUrl?.ok === true ? signOutUrl.value : null })
    },

    async listUserRequests({ query: { after, before } }) {
      const { entries, ...places } = await queryPage(store, {
        query: { collection: 'solicitudes', where: { state: 'open' } },
        order: { field: 'at', descending: false },
        valueOf: ({ at }) => at,
        size: REQUESTS_PAGE_SIZE,
        after,
        before,
      })
      return ok({ requests: entries.map(({ document }) => document), ...places })
    },

    async decideUserRequest({ params, body: { accepted }, user, address }) {
      const key = keys.userRequest(params.id)
      const requestedUserId = accepted ? (await store.get(key))?.account : undefined
      const others =
        requestedUserId === undefined
          ? []
          : await store.query({ collection: 'identidades', where: { userId: requestedUserId }, limit: 1 })
      const identity = keys.identity(params.id)
      const unit = unitForKeys<Result<{ readonly request: UserRequest }>>([key, identity], (documents) => {
        const request = documents.get(key)
        if (request === undefined) return { result: refuse('request.not-found'), writes: [] }
        const decided: UserRequest = { ...request, state: accepted ? 'accepted' : 'dismissed' }
        const result = ok({ request: decided })
        if (decided.state === request.state) return { result, writes: [] }
        const isLinked = requestedUserId !== undefined && others.length === 0 && documents.get(identity) === undefined
        const link = isLinked ? [set(identity, { userId: requestedUserId, linkedAt: toInstant(clock()) })] : []
        return { result, writes: [set(key, decided), ...link] }
      })
      const act = {
        action: accepted ? 'request.accepted' : 'request.dismissed',
        target: key,
        by: user,
        from: address,
      } as const
      return store.commit(withAudit(unit, act, toInstant(clock())))
    },
  } satisfies PartialHandlers
}
