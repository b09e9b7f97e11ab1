import { Hono } from 'hono'
import type { Context } from 'hono'
import type { z } from 'zod'
import type { User } from '#domain/documents/index.ts'
import { ok, refuse, templateIdSchema, toInstant, type Instant, type Result, type TemplateId, type UserId } from '#domain/kernel/index.ts'
import type { Unit } from '#domain/sync/index.ts'
import {
  createTemplateSchema,
  duplicateTemplateSchema,
  MAX_TEMPLATE_BYTES,
  saveTemplateSchema,
  templateScopeSchema,
  versionLinesOf,
} from '#domain/templates/index.ts'
import type { Core } from '../context.ts'
import { readParsed } from '../http/body.ts'
import { refused, refusedFor, statusOf } from '../http/problems.ts'
import type { Guard } from '../sessions/guard.ts'
import { createUnit } from '../templates/decide-create.ts'
import { deleteUnit } from '../templates/decide-delete.ts'
import { duplicateUnit } from '../templates/decide-duplicate.ts'
import { saveUnit } from '../templates/decide-save.ts'
import { scopeUnit } from '../templates/decide-scope.ts'
import { findTemplate, findVersion } from '../templates/find-template.ts'
import type { SaveResult } from '../templates/outcome.ts'
import { readDraft } from '../templates/read-draft.ts'

const NO_STORE = { 'cache-control': 'no-store' }
const VERSION = /^[1-9]\d{0,8}$/

type Asked = { readonly user: User; readonly id: TemplateId }

/** Templates: creating, saving, copying, deleting, the scope switch, and their versions. */
export function templateRoutes(core: Core, guard: Guard): Hono {
  const { store, clock } = core.ports
  const routes = new Hono()

  async function save(unit: (by: UserId, now: Instant) => Unit<SaveResult>, user: User): Promise<Response> {
    return replyTo(await store.commit(unit(user.id, toInstant(clock()))))
  }

  /** Who asks, and the template that the address names; the body, too, where there is one. */
  async function asked(c: Context): Promise<Result<Asked>> {
    const signedIn = await guard.staff(c.req.raw)
    if (!signedIn.ok) return signedIn
    const id = templateIdSchema.safeParse(c.req.param('id'))
    return id.success ? ok({ user: signedIn.value.user, id: id.data }) : refuse('template.missing')
  }

  async function askedWith<T>(c: Context, schema: z.ZodType<T>, limit: number): Promise<Result<Asked & { readonly body: T }>> {
    const who = await asked(c)
    if (!who.ok) return who
    const body = await readParsed(c.req.raw, limit, schema)
    return body.ok ? ok({ ...who.value, body: body.value }) : body
  }

  routes.post('/templates', async (c) => {
    const signedIn = await guard.staff(c.req.raw)
    if (!signedIn.ok) return refused(signedIn.problem)
    const creation = await readDraft(c.req.raw, MAX_TEMPLATE_BYTES, createTemplateSchema)
    if (creation.kind !== 'read') return replyTo(creation)
    return save((by, now) => createUnit(creation.value, by, now), signedIn.value.user)
  })

  routes.get('/templates/:id', async (c) => {
    const who = await asked(c)
    if (!who.ok) return refused(who.problem)
    const opened = await findTemplate(store, who.value.user, who.value.id)
    return opened.ok ? c.json(opened.value, 200, NO_STORE) : refused(opened.problem)
  })

  routes.put('/templates/:id', async (c) => {
    const who = await asked(c)
    if (!who.ok) return refused(who.problem)
    const { user, id } = who.value
    const body = await readDraft(c.req.raw, MAX_TEMPLATE_BYTES, saveTemplateSchema)
    if (body.kind !== 'read') return replyTo(body)
    return save((by, now) => saveUnit({ id, ...body.value }, by, now), user)
  })

  routes.post('/templates/:id/duplicate', async (c) => {
    const who = await askedWith(c, duplicateTemplateSchema, core.tuning.smallBodyBytes)
    if (!who.ok) return refused(who.problem)
    const { user, id: source, body } = who.value
    return save((by, now) => duplicateUnit({ source, ...body }, by, now), user)
  })

  routes.put('/templates/:id/scope', async (c) => {
    const who = await askedWith(c, templateScopeSchema, core.tuning.smallBodyBytes)
    if (!who.ok) return refused(who.problem)
    const { user, id, body } = who.value
    return save((by, now) => scopeUnit(id, body.publico, by, now), user)
  })

  routes.delete('/templates/:id', async (c) => {
    const who = await asked(c)
    if (!who.ok) return refused(who.problem)
    const { user, id } = who.value
    const deleted = await store.commit(deleteUnit(id, user.id, toInstant(clock())))
    return deleted.ok ? c.json({ deleted: deleted.value }, 200, NO_STORE) : refused(deleted.problem)
  })

  routes.get('/templates/:id/versions', async (c) => {
    const who = await asked(c)
    if (!who.ok) return refused(who.problem)
    const opened = await findTemplate(store, who.value.user, who.value.id)
    return opened.ok ? c.json({ versions: versionLinesOf(opened.value.template) }, 200, NO_STORE) : refused(opened.problem)
  })

  routes.get('/templates/:id/versions/:version', async (c) => {
    const who = await asked(c)
    if (!who.ok) return refused(who.problem)
    const version = c.req.param('version')
    if (!VERSION.test(version)) return refusedFor('template.version-unknown')
    const template = await findVersion(store, who.value.user, who.value.id, Number(version))
    return template.ok ? c.json({ template: template.value }, 200, NO_STORE) : refused(template.problem)
  })

  return routes
}

/** A refusal that says more than its code carries it beside `error`: the current template, or the problems with their places. */
function replyTo(result: SaveResult): Response {
  switch (result.kind) {
    case 'saved':
      return Response.json({ template: result.template }, { headers: NO_STORE })
    case 'conflict':
      return Response.json({ error: result.problem, current: result.current }, { status: statusOf(result.problem.code), headers: NO_STORE })
    case 'invalid':
      return Response.json({ error: result.problem, problems: result.problems }, { status: statusOf(result.problem.code), headers: NO_STORE })
    case 'refused':
      return refused(result.problem)
  }
}
