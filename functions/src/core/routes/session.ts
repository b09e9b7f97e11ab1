import { Hono } from 'hono'
import { clearedCookie, sessionCookie } from '../http/cookie.ts'
import type { Core } from '../context.ts'
import { hasProtoKey, readJson } from '../http/body.ts'
import { refused, refusedFor } from '../http/problems.ts'
import { isMeant } from '../sessions/guard.ts'
import type { Guard } from '../sessions/guard.ts'
import { setPassword, setPasswordSchema } from '../sessions/password.ts'
import { signIn, signInSchema } from '../sessions/sign-in.ts'
import { endSession, rotateIfDue } from '../sessions/sessions.ts'
import type { LiveSession } from '../sessions/sessions.ts'

const NO_STORE = { 'cache-control': 'no-store' }

/** `GET`, `POST` and `DELETE /api/session`, and `POST /api/password`. */
export function sessionRoutes(core: Core, guard: Guard): Hono {
  const routes = new Hono()

  routes.get('/session', async (c) => {
    const signedIn = await guard.staff(c.req.raw)
    if (!signedIn.ok) return refused(signedIn.problem)
    return c.json(signedIn.value.profile, 200, { ...NO_STORE, ...(await renewal(core, signedIn.value.live)) })
  })

  routes.post('/session', async (c) => {
    const body = await readJson(c.req.raw, core.tuning.smallBodyBytes)
    if (!body.ok) return refused(body.problem)
    const credentials = signInSchema.safeParse(body.value)
    if (!credentials.success || hasProtoKey(body.value)) return refusedFor('request.malformed')
    const signedIn = await signIn(core, credentials.data, core.options.addressOf?.(c.req.raw, c.env))
    if (!signedIn.ok) return refusedFor(signedIn.problem.code, signedIn.problem.details)
    // Whoever was signed in here before is not any more: one browser, one session.
    const before = await guard.find(c.req.raw)
    if (before !== undefined) await endSession(before, core)
    return c.json(signedIn.value.profile, 200, { ...NO_STORE, 'set-cookie': cookieOf(core, signedIn.value.id) })
  })

  routes.delete('/session', async (c) => {
    const live = await guard.find(c.req.raw)
    // A tablet that was without a network signs one account out late: not whoever has signed in since.
    if (live !== undefined && !isMeant(c.req.raw, live)) return refusedFor('session.other-account')
    if (live !== undefined) await endSession(live, core)
    return c.body(null, 204, { 'set-cookie': clearedCookie(core.options.secureCookies) })
  })

  routes.post('/password', async (c) => {
    const body = await readJson(c.req.raw, core.tuning.smallBodyBytes)
    if (!body.ok) return refused(body.problem)
    const wish = setPasswordSchema.safeParse(body.value)
    if (!wish.success || hasProtoKey(body.value)) return refusedFor('request.malformed')
    const done = await setPassword(core, wish.data)
    return done.ok ? c.json(done.value, 200, NO_STORE) : refused(done.problem)
  })

  return routes
}

/** The Set-Cookie header of a session whose daily change of id is due; nothing otherwise. */
export async function renewal(core: Core, live: LiveSession): Promise<Readonly<Record<string, string>>> {
  const id = await rotateIfDue(live, core)
  return id === undefined ? {} : { 'set-cookie': cookieOf(core, id) }
}

function cookieOf(core: Core, id: string): string {
  return sessionCookie(id, Math.floor(core.tuning.sessionIdle / 1000), core.options.secureCookies)
}
