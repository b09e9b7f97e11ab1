import type { UserRequest } from '#domain/documents/index.ts'
import { withAudit } from '#domain/judgement/index.ts'
import { ok, refuse, toInstant, type Result } from '#domain/kernel/index.ts'
import { keys, set, unitOver } from '#domain/store/index.ts'
import type { Core } from '../context.ts'
import type { Handlers } from '../http/serve.ts'
import { browserOf } from '../http/user-agent.ts'
import type { Guard } from '../sessions/guard.ts'
import { finishSso, startSso } from '../sessions/sso.ts'
import { pageOf } from '../paging.ts'
import { signInReply } from './session.ts'

/** As many as areas have on a page. */
const REQUESTS_PAGE_SIZE = 15

type Names = 'readSso' | 'startSso' | 'finishSso' | 'leaveSso' | 'listUserRequests' | 'decideUserRequest'

/** Single sign-on, and the requests of those whom the provider knows and Relevo does not. */
export function ssoHandlers(core: Core, guard: Guard): Handlers<Names> {
  const { store, clock, connectors } = core.ports
  return {
    readSso: async () => ok({ label: connectors?.identity?.label ?? null }),
    startSso: ({ body, address }) => startSso(core, body, address),

    async finishSso({ body, address, request }) {
      const signedIn = await finishSso(core, body.query, { address, ...browserOf(request) })
      return signedIn.ok ? signInReply(core, guard, signedIn.value, request) : signedIn
    },

    async leaveSso({ live }) {
      const { idToken } = live.session
      const farewell = idToken === undefined ? undefined : await connectors?.identity?.farewell(idToken)
      return ok({ address: farewell?.ok === true ? farewell.value : null })
    },

    async listUserRequests({ query: { after, before } }) {
      const { entries, ...places } = await pageOf(store, {
        query: { collection: 'solicitudes', where: { state: 'open' } },
        order: { field: 'at', descending: false },
        valueOf: ({ at }) => at,
        size: REQUESTS_PAGE_SIZE,
        after,
        before,
      })
      return ok({ requests: entries.map(({ document }) => document), ...places })
    },

    decideUserRequest({ params, body: { accepted }, user, address }) {
      const key = keys.userRequest(params.id)
      const unit = unitOver<Result<{ readonly request: UserRequest }>>([key], (found) => {
        const request = found.get(key)
        if (request === undefined) return { result: refuse('request.not-found'), writes: [] }
        const decided: UserRequest = { ...request, state: accepted ? 'accepted' : 'dismissed' }
        return { result: ok({ request: decided }), writes: decided.state === request.state ? [] : [set(key, decided)] }
      })
      const act = {
        action: accepted ? 'request.accepted' : 'request.dismissed',
        target: key,
        by: user,
        from: address,
      } as const
      return store.commit(withAudit(unit, act, toInstant(clock())))
    },
  }
}
