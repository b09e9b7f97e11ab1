import { buildRefusalResponseForCode } from '../http/problems.ts'
import type { PartialHandlers } from '../endpoints/serve.ts'
import type { NudgeHub } from './hub.ts'
import type { SessionGuard } from '../sessions/guard.ts'

/** Handlers for the stream of server-sent events that tell a client what to pull. */
export function createNudgeHandlers(hub: NudgeHub, guard: SessionGuard) {
  return {
    async listen({ user, request }) {
      // Hono answers HEAD through GET; the stream would never be read.
      if (request.method === 'HEAD') return new Response(null, { status: 204 })
      const ask = async () => {
        const still = await guard.staff(request)
        return still.ok ? still.value.user : undefined
      }
      return hub.open({ user, ask }) ?? buildRefusalResponseForCode('server.busy')
    },
  } satisfies PartialHandlers
}
