import { Hono } from 'hono'
import { UPLOADS_PATH } from '#domain/endpoints/index.ts'
import { MAX_FILE_BYTES, ok, type Result } from '#domain/kernel/index.ts'
import type { Core } from '../context.ts'
import { buildRefusalResponse, buildRefusalResponseForCode } from '../http/problems.ts'
import { admitRequest } from '../capacity/gate.ts'
import type { SessionGuard } from '../sessions/guard.ts'
import { identifyUploader, type Uploader } from './bringer.ts'
import { createStalledUploadRefunds } from './stalled-upload-refunds.ts'
import { admitPublicFile } from './public-files.ts'
import { createTusEndpoint, buildUploadCompleteResponse } from './tus-endpoint.ts'
import { createFileHoldings } from './holdings.ts'
import { parseAnnouncement } from './intake.ts'

const HELD_PREFIX = 'held-'
const TUS_HEADERS = {
  'tus-resumable': '1.0.0',
  'tus-version': '1.0.0',
  'tus-extension': 'creation,creation-with-upload,termination',
  'tus-max-size': String(MAX_FILE_BYTES),
}

/** Routes of tus at `/api/uploads`, for accounts, and for public forms that ask for files (public-files.ts). */
export function createUploadRoutes(core: Core, guard: SessionGuard): Hono {
  const holdings = createFileHoldings(core)
  const announced = createStalledUploadRefunds(core)
  const tus = createTusEndpoint(core, holdings, announced)
  const routes = new Hono()

  async function findUploader(request: Request, address: string | undefined): Promise<Result<Uploader>> {
    const holder = await guard.holder(request)
    return holder.ok ? ok(await identifyUploader(holder.value, address)) : holder
  }

  // Also matches `/uploads` itself.
  routes.use('/uploads/*', async (c, next) => {
    const result = await admitRequest(core, c.req.raw)
    return result.ok ? next() : buildRefusalResponse(result.problem)
  })

  routes.options('/uploads', () => new Response(null, { status: 204, headers: TUS_HEADERS }))

  routes.post('/uploads', async (c) => {
    const address = core.options.addressOf?.(c.req.raw, c.env)
    const uploader = await findUploader(c.req.raw, address)
    if (!uploader.ok) return buildRefusalResponse(uploader.problem)
    const intake = parseAnnouncement(c.req.raw.headers)
    if (!intake.ok) return buildRefusalResponse(intake.problem)
    const { sha256, bytes } = intake.value
    const admitted = uploader.value.isPublic
      ? await admitPublicFile(core, intake.value, { address, request: c.req.raw }, announced)
      : ok({ spent: [] })
    if (!admitted.ok) return buildRefusalResponse(admitted.problem)
    const holding = await holdings.find(uploader.value.holder, sha256)
    const { spent } = admitted.value
    if (holding === undefined) return tus.create(c.req.raw, uploader.value, intake.value, spent)
    await announced.giveBack(spent)
    if (holding.bytes !== bytes) return buildRefusalResponseForCode('file.length-mismatch')
    // Completes at once only for bytes that this owner sent before, so that files of others are not revealed.
    return buildUploadCompleteResponse(bytes, 201, `${UPLOADS_PATH}/${HELD_PREFIX}${sha256}`)
  })

  // Hono answers HEAD through GET. A real GET is refused, because files are read through their answer.
  routes.on(['GET', 'PATCH', 'DELETE'], '/uploads/:id{(?:held-)?[0-9a-f]{32,64}}', async (c) => {
    const address = core.options.addressOf?.(c.req.raw, c.env)
    const uploader = await findUploader(c.req.raw, address)
    if (!uploader.ok) return buildRefusalResponse(uploader.problem)
    const { holder } = uploader.value
    const uploadId = c.req.param('id')
    if (c.req.method === 'GET') return buildRefusalResponseForCode('request.not-found')
    if (!uploadId.startsWith(HELD_PREFIX)) return tus.visit(c.req.raw, holder, uploadId, address)
    const holding = await holdings.find(
      holder,
      uploadId.slice(HELD_PREFIX.length) as Parameters<typeof holdings.find>[1],
    )
    return holding !== undefined && c.req.method === 'HEAD'
      ? buildUploadCompleteResponse(holding.bytes)
      : buildRefusalResponseForCode('request.not-found')
  })

  return routes
}
