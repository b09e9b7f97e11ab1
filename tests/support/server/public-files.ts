import { templateIdSchema } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { hashOf } from '../builders/submit.ts'
import { buildPlainTemplate } from '../builders/template.ts'
import { base64, TUS } from './uploads.ts'
import type { World } from './world.ts'

/** The secret of a public device. */
export const MINE = 'a'.repeat(64)
export const FORM = templateIdSchema.parse('baches')

/** A public form that asks for a photo. */
export function photos(over: object = {}) {
  return buildPlainTemplate(
    { id: FORM },
    {
      opcionales: { publico: true },
      secciones: [{ orden: 0, preguntas: [{ orden: 0, titulo: 'Foto', tipoPregunta: 1, adjuntar: true }] }],
      ...over,
    },
  )
}

export async function publish(world: World, form: ReturnType<typeof photos>): Promise<void> {
  await world.put(keys.template(form.id), form)
  await world.put(keys.templateVersion(form.id, 1), form)
}

export type Sending = {
  readonly secret?: string | undefined
  readonly form?: string | undefined
  readonly type?: string
  readonly length?: number
  readonly body?: Uint8Array
  /** proof of work */
  readonly proof?: string
}

export function named(secret: string | undefined): Record<string, string> {
  return { ...TUS, 'x-relevo-account': 'public', ...(secret === undefined ? {} : { 'x-relevo-holder': secret }) }
}

/** Creates an upload, and sends the bytes if `body` has them. */
export function sendPublic(world: World, bytes: Uint8Array, how: Sending = {}): Promise<Response> {
  const { form = FORM, type = 'image/png', length = bytes.length, body } = how
  const secret = 'secret' in how ? how.secret : MINE
  const pairs = { sha256: hashOf(bytes), type, name: 'foto.png', ...(form === '' ? {} : { form }) }
  const metadata = Object.entries(pairs).map(([key, value]) => `${key} ${base64(value)}`)
  const proof: Record<string, string> = how.proof === undefined ? {} : { 'x-relevo-proof': how.proof }
  const headers = { ...named(secret), ...proof, 'upload-length': String(length), 'upload-metadata': metadata.join(',') }
  return world.ask('POST', '/api/uploads', {
    headers: body === undefined ? headers : { ...headers, 'content-type': 'application/offset+octet-stream' },
    ...(body === undefined ? {} : { body }),
  })
}

export type Visited = readonly [
  method: string,
  path: string,
  secret: string,
  more?: Record<string, string>,
  body?: Uint8Array,
]

/** Requests an existing upload as the device with this secret. */
export function visitPublic(world: World, ...[method, path, secret, more = {}, body]: Visited): Promise<Response> {
  return world.ask(method, path, { headers: { ...named(secret), ...more }, ...(body === undefined ? {} : { body }) })
}
