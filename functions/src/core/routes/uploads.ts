import { Hono } from 'hono'
import { MAX_FILE_BYTES } from '#domain/kernel/index.ts'
import type { Core } from '../context.ts'
import { refused, refusedFor } from '../http/problems.ts'
import { letIn } from '../room/gate.ts'
import type { Guard } from '../sessions/guard.ts'
import { createTusEndpoint, uploadComplete, UPLOADS_PATH } from '../uploads/tus-endpoint.ts'
import { createHoldings } from '../uploads/holdings.ts'
import { intakeOf } from '../uploads/intake.ts'

const HELD = 'held-'
const TUS_HEADERS = {
  'tus-resumable': '1.0.0',
  'tus-version': '1.0.0',
  'tus-extension': 'creation,creation-with-upload,termination',
  'tus-max-size': String(MAX_FILE_BYTES),
}

/** tus at `/api/uploads`. Only for accounts: files of the public wait for the public answer page and its own limits. */
export function uploadRoutes(core: Core, guard: Guard): Hono {
  const holdings = createHoldings(core)
  const tus = createTusEndpoint(core, holdings)
  const routes = new Hono()

  // Takes `/uploads` itself, too.
  routes.use('/uploads/*', async (c, next) => {
    const room = await letIn(core, c.req.raw)
    return room.ok ? next() : refused(room.problem)
  })

  routes.options('/uploads', () => new Response(null, { status: 204, headers: TUS_HEADERS }))

  routes.post('/uploads', async (c) => {
    const account = await guard.account(c.req.raw)
    if (!account.ok) return refused(account.problem)
    const id = account.value
    const intake = intakeOf(c.req.raw.headers)
    if (!intake.ok) return refused(intake.problem)
    const { sha256, bytes } = intake.value
    const holding = await holdings.find(id, sha256)
    if (holding === undefined) return tus.create(c.req.raw, id, intake.value)
    if (holding.bytes !== bytes) return refusedFor('file.length-mismatch')
    // The account has sent these bytes before; that another account has is never told.
    return uploadComplete(bytes, 201, `${UPLOADS_PATH}/${HELD}${sha256}`)
  })

  // Hono answers HEAD through GET. A real GET finds nothing here: files are read through their answer.
  routes.on(['GET', 'PATCH', 'DELETE'], '/uploads/:id{(?:held-)?[0-9a-f]{32,64}}', async (c) => {
    const account = await guard.account(c.req.raw)
    if (!account.ok) return refused(account.problem)
    const id = account.value
    const uploadId = c.req.param('id')
    if (c.req.method === 'GET') return refusedFor('request.not-found')
    if (!uploadId.startsWith(HELD)) return tus.visit(c.req.raw, id, uploadId)
    const holding = await holdings.find(id, uploadId.slice(HELD.length) as Parameters<typeof holdings.find>[1])
    return holding !== undefined && c.req.method === 'HEAD'
      ? uploadComplete(holding.bytes)
      : refusedFor('request.not-found')
  })

  return routes
}
