import { Hono } from 'hono'
import { refused, refusedFor } from '../http/problems.ts'
import type { Hub } from '../nudges/hub.ts'
import type { Guard } from '../sessions/guard.ts'

/** `GET /api/sync/nudges`: server-sent events that say what to fetch again, for as long as the session stands. */
export function nudgeRoutes(hub: Hub, guard: Guard): Hono {
  return new Hono().get('/sync/nudges', async (c) => {
    const request = c.req.raw
    const signedIn = await guard.staff(request)
    if (!signedIn.ok) return refused(signedIn.problem)
    // Hono answers HEAD through GET; nobody would ever read this stream.
    if (request.method === 'HEAD') return new Response(null, { status: 204 })
    const ask = async () => {
      const still = await guard.staff(request)
      return still.ok ? still.value.user : undefined
    }
    return hub.open({ user: signedIn.value.user, ask }) ?? refusedFor('server.busy')
  })
}
