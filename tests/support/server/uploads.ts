import { hashOf } from '../builders/submit.ts'
import type { World } from './world.ts'

/** Bytes that begin like a PNG. */
export const PNG = pngOf(2000)

export function base64(text: string) {
  return Buffer.from(text, 'utf8').toString('base64')
}

export function metadata(sha256: string, name = 'foto.png', type = 'image/png') {
  return `sha256 ${base64(sha256)},type ${base64(type)},name ${base64(name)}`
}

export const TUS = { 'tus-resumable': '1.0.0' }

export function pngOf(length: number): Uint8Array {
  const bytes = new Uint8Array(length).map((_, index) => index % 251)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return bytes
}

type Creation = {
  readonly claim?: string
  readonly length?: number
  readonly name?: string
  readonly type?: string
  readonly body?: Uint8Array
}

/** Creates an upload, and sends the bytes if `body` has them. */
export function create(world: World, cookie: string, bytes: Uint8Array, how: Creation = {}): Promise<Response> {
  const { claim = hashOf(bytes), length = bytes.length, name, type, body } = how
  const headers = { ...TUS, 'upload-length': String(length), 'upload-metadata': metadata(claim, name, type) }
  if (body === undefined) return world.ask('POST', '/api/uploads', { cookie, headers })
  return world.ask('POST', '/api/uploads', {
    cookie,
    body,
    headers: { ...headers, 'content-type': 'application/offset+octet-stream' },
  })
}

type Chunk = { readonly offset: number; readonly body: Uint8Array }

export function patch(world: World, cookie: string, path: string, { offset, body }: Chunk): Promise<Response> {
  const headers = { ...TUS, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }
  return world.ask('PATCH', path, { cookie, body, headers })
}

export function head(world: World, cookie: string, path: string) {
  return world.ask('HEAD', path, { cookie, headers: TUS })
}

export function locationOf(response: Response) {
  return response.headers.get('location') ?? ''
}

/** The server's record of a file that this account sent. */
export function held(world: World, author: string, bytes: Uint8Array) {
  return world.store.get(`files/${author}~${hashOf(bytes)}`)
}
