import { Hono } from 'hono'
import { actorOfUser } from '#domain/access/index.ts'
import { MAX_HEADER_IMAGE_BYTES, sha256Schema, templateIdSchema } from '#domain/kernel/index.ts'
import { headerImageUrl } from '#domain/templates/index.ts'
import { serveFile } from '../answers/serve-file.ts'
import type { Core } from '../context.ts'
import { readBytes } from '../http/body.ts'
import { refused, refusedFor } from '../http/problems.ts'
import type { Guard } from '../sessions/guard.ts'
import { dismissImage, findImage, mayIllustrate, putImage } from '../templates/images.ts'

/** Images of templates (header, logo): sent for a template that may still be unsaved, shown to whoever may see the template, the public included. */
export function templateImageRoutes({ ports }: Core, guard: Guard): Hono {
  const routes = new Hono()

  routes.post('/templates/:id/images', async (c) => {
    const signedIn = await guard.staff(c.req.raw)
    if (!signedIn.ok) return refused(signedIn.problem)
    const { user } = signedIn.value
    const id = templateIdSchema.safeParse(c.req.param('id'))
    if (!id.success) return refusedFor('template.missing')
    const may = await mayIllustrate(ports, id.data, user)
    if (!may.ok) return refused(may.problem)
    const bytes = await readBytes(c.req.raw, MAX_HEADER_IMAGE_BYTES)
    if (!bytes.ok) return bytes.problem.code === 'request.too-large' ? refusedFor('file.too-large', { limit: MAX_HEADER_IMAGE_BYTES }) : refused(bytes.problem)
    if (bytes.value.length === 0) return refusedFor('file.wrong-type')
    const image = await putImage(ports, id.data, user, bytes.value)
    return image.ok ? c.json(image.value, 200, { 'cache-control': 'no-store' }) : refused(image.problem)
  })

  routes.get('/templates/:id/images/:sha256', async (c) => {
    const id = templateIdSchema.safeParse(c.req.param('id'))
    const sha256 = sha256Schema.safeParse(c.req.param('sha256'))
    if (!id.success || !sha256.success) return refusedFor('file.missing')
    const user = (await guard.find(c.req.raw))?.user
    const image = await findImage(ports, id.data, sha256.data, user === undefined ? { kind: 'public' } : actorOfUser(user))
    if (image === undefined) return refusedFor('file.missing')
    const { bytes, type } = image
    const name = type === 'image/png' ? 'header.png' : 'header.jpg'
    return serveFile(ports.files, { url: headerImageUrl(id.data, sha256.data), sha256: sha256.data, bytes, type, name }, c.req.raw)
  })

  routes.delete('/templates/:id/images/:sha256', async (c) => {
    const signedIn = await guard.staff(c.req.raw)
    if (!signedIn.ok) return refused(signedIn.problem)
    const id = templateIdSchema.safeParse(c.req.param('id'))
    const sha256 = sha256Schema.safeParse(c.req.param('sha256'))
    if (!id.success || !sha256.success) return refusedFor('template.missing')
    const may = await mayIllustrate(ports, id.data, signedIn.value.user)
    if (!may.ok) return refused(may.problem)
    await dismissImage(ports, id.data, sha256.data)
    return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
  })

  return routes
}
