import { describe, expect, it } from 'vitest'
import type { Sha256 } from '#domain/kernel/index.ts'
import { hashOf } from '#tests/support/builders/submit.ts'
import { buildWorld, codeOf } from '#tests/support/server/world.ts'
import {
  PNG,
  base64,
  metadata,
  TUS,
  pngOf,
  create,
  patch,
  head,
  locationOf,
  held,
} from '#tests/support/server/uploads.ts'

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
    await patch(world, cookie, path, { offset: 0, body: wrong })
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
    expect((await patch(world, cookie, path, { offset: 0, body: pngOf(PNG.length + 1) })).status).toBe(413)
  })

  it('to another account, at every step, as if it were not there', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    const stranger = await world.signIn('pablo')
    const path = locationOf(await create(world, cookie, PNG))
    expect((await head(world, stranger, path)).status).toBe(404)
    const sent = await patch(world, stranger, path, { offset: 0, body: PNG })
    expect([sent.status, await codeOf(sent)]).toEqual([404, 'request.not-found'])
    expect((await world.ask('DELETE', path, { cookie: stranger, headers: TUS })).status).toBe(404)
    expect((await world.ask('GET', path, { cookie })).status).toBe(404)
    expect((await head(world, cookie, path)).headers.get('upload-offset')).toBe('0')
  })

  it('to someone without a session, and to a path instead of an id', async () => {
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
