import { describe, expect, it } from 'vitest'
import type { Sha256 } from '#domain/kernel/index.ts'
import { hashOf } from '#tests/support/builders/submit.ts'
import { buildWorld, codeOf, type World } from '#tests/support/server/world.ts'
import { STORED_PER_BYTE } from '../room/gate.ts'
import { DEFAULT_TUNING } from '../tuning.ts'

const PNG = pngOf(2000)
const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64')
const metadata = (sha256: string, name = 'foto.png', type = 'image/png') =>
  `sha256 ${base64(sha256)},type ${base64(type)},name ${base64(name)}`
const TUS = { 'tus-resumable': '1.0.0' }

function pngOf(length: number): Uint8Array {
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

function create(world: World, cookie: string, bytes: Uint8Array, how: Creation = {}): Promise<Response> {
  const { claim = hashOf(bytes), length = bytes.length, name, type, body } = how
  const headers = { ...TUS, 'upload-length': String(length), 'upload-metadata': metadata(claim, name, type) }
  if (body === undefined) return world.ask('POST', '/api/uploads', { cookie, headers })
  return world.ask('POST', '/api/uploads', {
    cookie,
    body,
    headers: { ...headers, 'content-type': 'application/offset+octet-stream' },
  })
}

function patch(world: World, cookie: string, path: string, offset: number, body: Uint8Array): Promise<Response> {
  const headers = { ...TUS, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }
  return world.ask('PATCH', path, { cookie, body, headers })
}

const head = (world: World, cookie: string, path: string) => world.ask('HEAD', path, { cookie, headers: TUS })
const locationOf = (response: Response) => response.headers.get('location') ?? ''
const held = (world: World, author: string, bytes: Uint8Array) => world.store.get(`files/${author}~${hashOf(bytes)}`)

describe('an upload', () => {
  it('travels whole in one request, and is noted with what the server found', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    const response = await create(world, cookie, PNG, { body: PNG, name: '../../etc/foto\u202e.png' })
    expect([response.status, response.headers.get('upload-offset')]).toEqual([201, String(PNG.length)])
    expect(await held(world, 'ines', PNG)).toEqual({
      author: 'ines',
      sha256: hashOf(PNG),
      bytes: PNG.length,
      type: 'image/png',
      name: 'foto.png',
      uploadedAt: '2026-11-20T15:30:00.000Z',
      expiresAt: '2026-11-27T15:30:00.000Z',
    })
    expect(await world.files.size(hashOf(PNG))).toBe(PNG.length)
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })

  it.each(['partial', 'final;/api/uploads/a /api/uploads/b'])(
    'that is to be put together of others (%s) is refused as what the client got wrong',
    async (concat) => {
      const world = await buildWorld()
      const cookie = await world.signIn('ines')
      const headers = {
        ...TUS,
        'upload-concat': concat,
        'upload-length': '9',
        'upload-metadata': metadata(hashOf(PNG)),
      }
      const response = await world.ask('POST', '/api/uploads', { cookie, headers })
      expect([response.status, await codeOf(response), world.log]).toEqual([400, 'request.malformed', []])
    },
  )

  it('goes on where the line was cut', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    const path = locationOf(await create(world, cookie, PNG))
    expect(path).toMatch(/^\/api\/uploads\/[0-9a-f]{32}$/)
    expect((await patch(world, cookie, path, 0, PNG.subarray(0, 700))).headers.get('upload-offset')).toBe('700')
    expect((await head(world, cookie, path)).headers.get('upload-offset')).toBe('700')
    expect((await patch(world, cookie, path, 500, PNG.subarray(500))).status).toBe(409)
    expect((await patch(world, cookie, path, 700, PNG.subarray(700))).status).toBe(204)
    expect(await held(world, 'ines', PNG)).toMatchObject({ bytes: PNG.length })
  })

  it('of bytes that the account sent before costs one request without them', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    await create(world, cookie, PNG, { body: PNG })
    const again = await create(world, cookie, PNG)
    expect([again.status, again.headers.get('upload-offset')]).toEqual([201, String(PNG.length)])
    expect((await head(world, cookie, locationOf(again))).headers.get('upload-offset')).toBe(String(PNG.length))
    expect((await head(world, await world.signIn('pablo'), locationOf(again))).status).toBe(404)
    expect(await codeOf(await create(world, cookie, PNG, { length: 7 }))).toBe('file.length-mismatch')
  })

  it('of bytes that another account sent travels whole: a hash is no proof of having the file', async () => {
    const world = await buildWorld()
    await create(world, await world.signIn('ines'), PNG, { body: PNG })
    const cookie = await world.signIn('pablo')
    expect((await create(world, cookie, PNG)).headers.get('upload-offset')).toBeNull()
    expect(await held(world, 'pablo', PNG)).toBeUndefined()
    await create(world, cookie, PNG, { body: PNG })
    expect(await held(world, 'pablo', PNG)).toMatchObject({ author: 'pablo' })
  })

  it('of bytes that are noted and not there any more, or not whole, travels again', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    await create(world, cookie, PNG, { body: PNG })
    const size = world.files.size
    for (const found of [undefined, PNG.length - 1]) {
      Object.assign(world.files, { size: async () => found })
      expect((await create(world, cookie, PNG)).headers.get('upload-offset')).toBeNull()
      expect((await head(world, cookie, `/api/uploads/held-${hashOf(PNG)}`)).status).toBe(404)
    }
    Object.assign(world.files, { size })
    expect((await head(world, cookie, `/api/uploads/held-${hashOf(PNG)}`)).status).toBe(200)
  })

  it('that was complete when the server died is finished by the next look at it', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    const path = locationOf(await create(world, cookie, PNG))
    const seal = world.files.seal
    Object.assign(world.files, { seal: async () => Promise.reject(new Error('power cut')) })
    expect((await patch(world, cookie, path, 0, PNG)).status).toBe(500)
    Object.assign(world.files, { seal })
    expect((await head(world, cookie, path)).headers.get('upload-offset')).toBe(String(PNG.length))
    expect(await held(world, 'ines', PNG)).toBeDefined()
  })
})

describe('uploads that nobody finishes', () => {
  it('do not fill the disk: of one account the oldest go, of others none', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    const stranger = await world.signIn('pablo')
    const kept = locationOf(await create(world, stranger, PNG))
    const begun: string[] = []
    for (let n = 0; n < 70; n += 1) begun.push(locationOf(await create(world, cookie, pngOf(100 + n))))
    const statuses = await Promise.all(begun.map(async (path) => (await head(world, cookie, path)).status))
    expect(statuses).toEqual([...Array(6).fill(404), ...Array(64).fill(200)])
    expect((await head(world, stranger, kept)).status).toBe(200)
  })

  it('do not fill the disk when they are all begun at once either', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    // A disk takes a while: the oldest have to go before they are there.
    const { uploads } = world.files
    const create_ = uploads.create.bind(uploads)
    Object.assign(uploads, {
      create: async (upload: Parameters<typeof create_>[0]) =>
        new Promise((resolve) => setTimeout(() => resolve(create_(upload)), 20)),
    })
    const begun = await Promise.all(
      Array.from({ length: 100 }, async (_, n) => locationOf(await create(world, cookie, pngOf(100 + n)))),
    )
    const statuses = await Promise.all(begun.map(async (path) => (await head(world, cookie, path)).status))
    expect(statuses.filter((status) => status === 200)).toHaveLength(64)
  })

  it('nor finished ones: the last of the disk is kept, and devices are told to wait', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    // Each message that is let in has its place first.
    const free = { bytes: DEFAULT_TUNING.diskReserve + STORED_PER_BYTE * DEFAULT_TUNING.smallBodyBytes + PNG.length }
    Object.assign(world.files, { room: async () => free.bytes })
    const path = locationOf(await create(world, cookie, PNG))
    free.bytes -= 1
    for (const response of [await create(world, cookie, pngOf(2100)), await patch(world, cookie, path, 0, PNG)]) {
      expect([response.status, response.headers.get('retry-after'), await codeOf(response)]).toEqual([
        503,
        '300',
        'server.busy',
      ])
    }
    expect(world.log.map(({ event }) => event)).toEqual(['disk.full'])
    free.bytes += 1
    expect((await patch(world, cookie, path, 0, PNG)).status).toBe(204)
  })

  it('count by what they announce', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    const film = { length: 50 * 1024 * 1024, type: 'video/mp4', name: 'film.mp4' }
    const begun: string[] = []
    for (let n = 0; n < 12; n += 1)
      begun.push(locationOf(await create(world, cookie, PNG, { ...film, claim: hashOf(String(n)) })))
    const found = await Promise.all(begun.map(async (path) => (await head(world, cookie, path)).status))
    expect(found.filter((status) => status === 200)).toHaveLength(10)
  })

  it('finished and ended ones do not count', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    const first = locationOf(await create(world, cookie, PNG))
    for (let n = 0; n < 140; n += 1) {
      const bytes = pngOf(100 + n)
      if (n % 2 === 0) await create(world, cookie, bytes, { body: bytes })
      else await world.ask('DELETE', locationOf(await create(world, cookie, bytes)), { cookie, headers: TUS })
    }
    expect((await head(world, cookie, first)).status).toBe(200)
  })
})

describe('an upload is refused', () => {
  it('and discarded when its bytes are not what was announced', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    const response = await create(world, cookie, PNG, { claim: hashOf('something else'), body: PNG })
    expect([response.status, await codeOf(response)]).toEqual([422, 'file.hash-mismatch'])
    expect(await world.store.count({ collection: 'files' })).toBe(0)
    expect(await world.files.list()).toEqual([])
  })

  it('also when two requests finish it at once and another account holds the announced bytes', async () => {
    const world = await buildWorld()
    await create(world, await world.signIn('ines'), PNG, { body: PNG })
    const cookie = await world.signIn('pablo')
    const path = locationOf(await create(world, cookie, PNG))
    const wrong = PNG.map((byte) => byte ^ 1)
    const seal = world.files.seal
    Object.assign(world.files, { seal: async () => Promise.reject(new Error('power cut')) })
    await patch(world, cookie, path, 0, wrong)
    Object.assign(world.files, { seal })
    const looks = await Promise.all([1, 2, 3].map(() => head(world, cookie, path)))
    expect(looks.every((look) => look.status >= 400)).toBe(true)
    expect(await held(world, 'pablo', PNG)).toBeUndefined()
  })

  it.each([
    ['no hash', { 'upload-length': '5', 'upload-metadata': `name ${base64('a.png')}` }, 400, 'request.malformed'],
    ['no metadata', { 'upload-length': '5' }, 400, 'request.malformed'],
    [
      'metadata that is not base64',
      { 'upload-length': '5', 'upload-metadata': 'sha256 !!!!' },
      400,
      'request.malformed',
    ],
    [
      'a hash in capitals',
      { 'upload-length': '5', 'upload-metadata': metadata('A'.repeat(64)) },
      400,
      'request.malformed',
    ],
    ['no length', { 'upload-metadata': metadata(hashOf('x')) }, 400, 'request.malformed'],
    [
      'a deferred length',
      { 'upload-defer-length': '1', 'upload-metadata': metadata(hashOf('x')) },
      400,
      'request.malformed',
    ],
    [
      'a negative length',
      { 'upload-length': '-5', 'upload-metadata': metadata(hashOf('x')) },
      400,
      'request.malformed',
    ],
    ['nothing in it', { 'upload-length': '0', 'upload-metadata': metadata(hashOf('')) }, 422, 'file.length-mismatch'],
    [
      '51 MB',
      { 'upload-length': String(51 * 1024 * 1024), 'upload-metadata': metadata(hashOf('x')) },
      413,
      'file.too-large',
    ],
    [
      'a photo of 6 MB',
      { 'upload-length': String(6 * 1024 * 1024), 'upload-metadata': metadata(hashOf('x')) },
      413,
      'file.too-large',
    ],
    [
      'an SVG',
      { 'upload-length': '5', 'upload-metadata': metadata(hashOf('x'), 'a.svg', 'image/svg+xml') },
      422,
      'file.wrong-type',
    ],
    [
      'a page',
      { 'upload-length': '5', 'upload-metadata': metadata(hashOf('x'), 'a.png', 'text/html; charset=utf-8') },
      422,
      'file.wrong-type',
    ],
  ])('with %s', async (_, headers, status, code) => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    const response = await world.ask('POST', '/api/uploads', {
      cookie,
      headers: { ...TUS, ...headers } as Record<string, string>,
    })
    expect([response.status, await codeOf(response)]).toEqual([status, code])
  })

  it.each([
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a drawing with a script', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['a program', 'MZ\u0000\u0001\u0002'],
    ['XML', '<?xml version="1.0"?><x/>'],
  ])('when it claims to be a photo and is %s; nothing stays behind', async (_, content) => {
    const world = await buildWorld()
    const bytes = new TextEncoder().encode(content)
    const response = await create(world, await world.signIn('ines'), bytes, { body: bytes })
    expect([response.status, await codeOf(response)]).toEqual([422, 'file.wrong-type'])
    expect(await world.files.list()).toEqual([])
    expect(await world.store.count({ collection: 'files' })).toBe(0)
  })

  it('beyond its announced length', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    const path = locationOf(await create(world, cookie, PNG))
    expect((await patch(world, cookie, path, 0, pngOf(PNG.length + 1))).status).toBe(413)
  })

  it('to another account, at every step, as if it were not there', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    const stranger = await world.signIn('pablo')
    const path = locationOf(await create(world, cookie, PNG))
    expect((await head(world, stranger, path)).status).toBe(404)
    const sent = await patch(world, stranger, path, 0, PNG)
    expect([sent.status, await codeOf(sent)]).toEqual([404, 'request.not-found'])
    expect((await world.ask('DELETE', path, { cookie: stranger, headers: TUS })).status).toBe(404)
    expect((await world.ask('GET', path, { cookie })).status).toBe(404)
    expect((await head(world, cookie, path)).headers.get('upload-offset')).toBe('0')
  })

  it('to somebody without a session, and to a path instead of an id', async () => {
    const world = await buildWorld()
    expect((await world.ask('POST', '/api/uploads', { headers: TUS })).status).toBe(401)
    const cookie = await world.signIn('ines')
    for (const id of ['..%2f..%2fetc%2fpasswd', 'held-x', '%00', 'a'.repeat(300)]) {
      expect((await head(world, cookie, `/api/uploads/${id}`)).status).toBe(404)
    }
  })
})

describe('two accounts with the same bytes under different names', () => {
  it('keep the good one when the other is refused', async () => {
    const world = await buildWorld()
    const bytes = new TextEncoder().encode('solo una columna\nde texto\n')
    const table = { body: bytes, name: 'tabla.csv', type: 'text/csv' }
    expect((await create(world, await world.signIn('ines'), bytes, table)).status).toBe(201)
    const other = await create(world, await world.signIn('pablo'), bytes, { ...table, name: 'nota.txt' })
    expect(other.status).toBe(422)
    expect(await world.files.size(hashOf(bytes) as Sha256)).toBe(bytes.length)
  })
})
