import { ok } from '#domain/kernel/index.ts'
import type { Core } from '../../context.ts'
import type { SomeHandlers } from '../../endpoints/serve.ts'
import { endOwnSessions, listOwnSessions } from '../own-sessions.ts'
import { changeOwnPassword, emailPasswordLink } from '../password.ts'

/** Handlers for the user's own account: password and sessions. */
export function accountHandlers(core: Core) {
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
  } satisfies SomeHandlers
}
