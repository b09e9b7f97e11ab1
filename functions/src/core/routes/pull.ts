import { Hono, type Context } from 'hono'
import { compress } from 'hono/compress'
import { actorOfUser, can } from '#domain/access/index.ts'
import type { User } from '#domain/documents/index.ts'
import { ok, toInstant } from '#domain/kernel/index.ts'
import { pullQuerySchema } from '#domain/sync/index.ts'
import type { Core } from '../context.ts'
import { readJson } from '../http/body.ts'
import { refused, refusedFor } from '../http/problems.ts'
import { areaEntries } from '../pull/areas.ts'
import { FROM_THE_START, readCursor, writeCursor } from '../pull/cursor.ts'
import { nextPage } from '../pull/page.ts'
import type { Page, PageScope } from '../pull/page.ts'
import { noteReport } from '../pull/report.ts'
import { scopeOf, toldOf } from '../pull/scope.ts'
import type { Guard } from '../sessions/guard.ts'
import { renewal } from './session.ts'

/** More than any report has, in bytes. */
const MOST_REPORT = 2_000

/**
 * What changed for this account since the cursor. `POST /api/sync/pull` brings the device's report along, as its body; `GET` is the same and stores nothing,
 * because any page can make a browser send one.
 */
export function pullRoutes(core: Core, guard: Guard): Hono {
  const { store, clock } = core.ports
  // Forms and answers repeat themselves: compressed, a first pull is a tenth of the bytes on a bad line.
  return new Hono().use('/sync/pull', compress({ encoding: 'gzip' })).get('/sync/pull', answered).post('/sync/pull', answered)

  async function answered(c: Context): Promise<Response> {
    const query = pullQuerySchema.safeParse(c.req.query())
    if (!query.success) return refusedFor('request.malformed')
    const signedIn = await guard.staff(c.req.raw)
    if (!signedIn.ok) return refused(signedIn.problem)
    const { user, profile, live } = signedIn.value
    const report = c.req.method === 'POST' ? await readJson(c.req.raw, MOST_REPORT) : ok(undefined)
    if (!report.ok) return refused(report.problem)
    const scope = await scopeOf(profile)
    const cursor = query.data.scope === scope ? readCursor(query.data.cursor, store.eras) : undefined
    const [page, areas] = await Promise.all([
      nextPage(store, pageScopeOf(user), cursor ?? FROM_THE_START, core.tuning),
      areaEntries(store, profile.areas),
      noteReport(core, profile, report.value),
    ])
    const told = await toldOf({ profile, areas })
    const about = cursor?.told === told ? {} : { profile, areas }
    const head = { serverTime: toInstant(clock()), scope, reset: cursor === undefined, ...about }
    const marked = { ...page, cursor: writeCursor(page.cursor, told, store.eras) }
    return c.body(written(head, marked), 200, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      ...(await renewal(core, live)),
    })
  }
}

function pageScopeOf(user: User): PageScope {
  const actor = actorOfUser(user)
  return {
    areas: user.areas,
    author: user.id,
    sees: {
      template: (template) => can(actor, 'read', { kind: 'formulario', document: template }),
      answer: (answer) => can(actor, 'read', { kind: 'respuesta', document: answer }),
    },
  }
}

/** The response as text: stored documents go in as the text that they were measured as. */
function written(head: object, page: Omit<Page, 'cursor'> & { readonly cursor: string }): string {
  const { templates, answers, held, ...rest } = page
  const small = JSON.stringify({ ...head, ...rest })
  const lists = Object.entries({ templates, answers, held }).map(([name, texts]) => `,"${name}":[${texts.join(',')}]`)
  return `${small.slice(0, -1)}${lists.join('')}}`
}
