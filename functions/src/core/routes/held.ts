import { Hono } from 'hono'
import type { User } from '#domain/documents/index.ts'
import { answerIdSchema, toInstant } from '#domain/kernel/index.ts'
import { discardSchema, heldQuerySchema, holdUnit, withJobs, type HeldDecision, type HeldWish } from '#domain/sync/index.ts'
import type { Core } from '../context.ts'
import { findHeld } from '../held/find-held.ts'
import { listHeld } from '../held/list-held.ts'
import { hasProtoKey, readJson } from '../http/body.ts'
import { refused, refusedFor } from '../http/problems.ts'
import { effectsOf } from '../jobs/handlers.ts'
import type { Guard } from '../sessions/guard.ts'

const NO_STORE = { 'cache-control': 'no-store' }

/** The holding area: what waits, one of it, and the decision about it. */
export function heldRoutes(core: Core, guard: Guard): Hono {
  const { store, clock, connectors } = core.ports
  const routes = new Hono()

  async function decide(user: User, wish: HeldWish): Promise<Response> {
    const now = toInstant(clock())
    const done = await store.commit(withJobs(holdUnit(wish, user.id, now), effectsOf(connectors), now))
    if (!done.ok) return refused(done.problem)
    return Response.json({ held: done.value } satisfies HeldDecision, { headers: NO_STORE })
  }

  routes.get('/held', async (c) => {
    const signedIn = await guard.staff(c.req.raw)
    if (!signedIn.ok) return refused(signedIn.problem)
    const query = heldQuerySchema.safeParse(c.req.query())
    if (!query.success) return refusedFor('request.malformed')
    const page = await listHeld(store, signedIn.value.user, query.data.page)
    return page.ok ? c.json(page.value, 200, NO_STORE) : refused(page.problem)
  })

  routes.get('/held/:id', async (c) => {
    const signedIn = await guard.staff(c.req.raw)
    if (!signedIn.ok) return refused(signedIn.problem)
    const held = await findHeld(store, signedIn.value.user, c.req.param('id'))
    return held.ok ? c.json({ held: held.value }, 200, NO_STORE) : refused(held.problem)
  })

  routes.post('/held/:id/accept', async (c) => {
    const signedIn = await guard.staff(c.req.raw)
    if (!signedIn.ok) return refused(signedIn.problem)
    const answer = answerIdSchema.safeParse(c.req.param('id'))
    if (!answer.success) return refusedFor('answer.missing')
    return decide(signedIn.value.user, { kind: 'accept', answer: answer.data })
  })

  routes.post('/held/:id/discard', async (c) => {
    const signedIn = await guard.staff(c.req.raw)
    if (!signedIn.ok) return refused(signedIn.problem)
    const answer = answerIdSchema.safeParse(c.req.param('id'))
    if (!answer.success) return refusedFor('answer.missing')
    const body = await readJson(c.req.raw, core.tuning.smallBodyBytes)
    if (!body.ok) return refused(body.problem)
    const wish = discardSchema.safeParse(body.value)
    if (!wish.success || hasProtoKey(body.value)) return refusedFor('request.malformed')
    return decide(signedIn.value.user, { kind: 'discard', answer: answer.data, reason: wish.data.reason })
  })

  return routes
}
