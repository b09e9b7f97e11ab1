import { beforeEach, describe, expect, it } from 'vitest'
import { municipalityOfDocument } from '#domain/places/index.ts'
import { keys } from '#domain/store/index.ts'
import { PROTOCOL_VERSION } from '#domain/sync/index.ts'
import { buildMunicipality } from '#tests/support/builders/people.ts'
import { buildPlainSubmit, DEVICE, hashOf } from '#tests/support/builders/submit.ts'
import {
  FORM,
  MINE,
  named,
  photos,
  publish,
  sendPublic,
  visitPublic,
  type Sending,
  type Visited,
} from '#tests/support/server/public-files.ts'
import { locationOf, PNG, pngOf, TUS } from '#tests/support/server/uploads.ts'
import { buildWorld, codeOf, type World } from '#tests/support/server/world.ts'
import { createSweeps } from '../sweeps.ts'

const STRANGERS = 'b'.repeat(64)
const HOUR = 60 * 60 * 1000
let world: World
const send = (bytes: Uint8Array, how: Sending = {}) => sendPublic(world, bytes, how)
const visit = (...visited: Visited) => visitPublic(world, ...visited)
let from: { address: string | undefined }
beforeEach(async () => {
  from = { address: '192.0.2.1' }
  world = await buildWorld({ addressOf: () => from.address })
  await publish(world, photos())
})

let seed = 0
async function answer(bytes: Uint8Array, secret: string | undefined): Promise<string> {
  const sha256 = hashOf(bytes)
  const submit = buildPlainSubmit((seed += 1), '', {
    author: 'public',
    template: FORM,
    content: { values: { '0/0': { imagen: sha256 } }, conditions: {}, rows: {} },
    files: [{ sha256, bytes: bytes.length, type: 'image/png', name: 'foto.png' }],
  })
  const body = { protocol: PROTOCOL_VERSION, device: DEVICE, account: 'public', mutations: [submit] }
  const response = await world.ask('POST', '/api/sync/push', { body, headers: named(secret) })
  const { results } = (await response.json()) as { readonly results: readonly { readonly status: string }[] }
  return results[0]?.status ?? 'none'
}

describe('a file of the public', () => {
  it('is stored with its answer, and stays from then on', async () => {
    expect((await send(PNG, { body: PNG })).status).toBe(201)
    expect(await answer(PNG, MINE)).toBe('applied')
    world.clock.now += 30 * 24 * HOUR
    for (const { run } of createSweeps(world.ports)) await run()
    expect(await world.files.list()).toEqual([hashOf(PNG)])
  })

  it('continues where the line was cut', async () => {
    const path = locationOf(await send(PNG))
    const piece = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
    expect((await visit('PATCH', path, MINE, piece, PNG.subarray(0, 500))).status).toBe(204)
    expect((await visit('HEAD', path, MINE)).headers.get('upload-offset')).toBe('500')
    await visit('PATCH', path, MINE, { ...piece, 'upload-offset': '500' }, PNG.subarray(500))
    expect(await answer(PNG, MINE)).toBe('applied')
  })

  it('that no answer names goes after hours, and so does what was never finished', async () => {
    const other = pngOf(3000)
    await send(PNG, { body: PNG })
    const path = locationOf(await send(other))
    world.clock.now += 5 * HOUR
    for (const { run } of createSweeps(world.ports)) await run()
    expect([(await world.files.list()).length, (await visit('HEAD', path, MINE)).status]).toEqual([1, 200])
    world.clock.now += 2 * HOUR
    for (const { run } of createSweeps(world.ports)) await run()
    expect([await world.files.list(), (await visit('HEAD', path, MINE)).status]).toEqual([[], 404])
  })

  it('that went before its answer came is asked for again', async () => {
    await send(PNG, { body: PNG })
    world.clock.now += 7 * HOUR
    for (const { run } of createSweeps(world.ports)) await run()
    expect(await answer(PNG, MINE)).toBe('retry')
    await send(PNG, { body: PNG })
    expect(await answer(PNG, MINE)).toBe('applied')
  })
})

describe('a stranger', () => {
  it('cannot name a file that someone else sent, whatever of it they know', async () => {
    await send(PNG, { body: PNG })
    expect([await answer(PNG, STRANGERS), await answer(PNG, undefined)]).toEqual(['retry', 'retry'])
    expect(await world.store.count({ collection: 'respuestas_formularios' })).toBe(0)
    expect(await answer(PNG, MINE)).toBe('applied')
  })

  it('finds no upload of someone else: not to look at, to write into or to take away', async () => {
    const path = locationOf(await send(PNG))
    const piece = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
    const statuses = [
      (await visit('HEAD', path, STRANGERS)).status,
      (await visit('PATCH', path, STRANGERS, piece, PNG)).status,
      (await visit('DELETE', path, STRANGERS)).status,
      (await world.ask('HEAD', path, { headers: TUS })).status,
      (await world.ask('HEAD', path, { headers: TUS, cookie: await world.signIn('ada') })).status,
    ]
    expect(statuses).toEqual([404, 404, 404, 401, 404])
    expect((await visit('HEAD', path, MINE)).headers.get('upload-offset')).toBe('0')
  })

  it('does not learn that the server has these bytes, and reads no file', async () => {
    await send(PNG, { body: PNG })
    const again = await send(PNG, { secret: STRANGERS })
    expect(again.headers.get('upload-offset')).not.toBe(String(PNG.length))
    expect((await visit('HEAD', `/api/uploads/held-${hashOf(PNG)}`, STRANGERS)).status).toBe(404)
    expect((await visit('GET', `/api/uploads/held-${hashOf(PNG)}`, MINE)).status).toBe(404)
  })

  it('does not have the file of an account, nor an account that of the public', async () => {
    const cookie = await world.signIn('ines')
    await send(PNG, { body: PNG })
    expect(await world.store.get(`files/ines~${hashOf(PNG)}`)).toBeUndefined()
    const held = await world.ask('HEAD', `/api/uploads/held-${hashOf(PNG)}`, { cookie, headers: TUS })
    expect(held.status).toBe(404)
  })

  it('without a secret, or with something else in its place, sends nothing', async () => {
    for (const secret of [undefined, '', 'A'.repeat(64), `${MINE}~x`, '../../etc/passwd']) {
      const response = await send(PNG, { secret, body: PNG })
      expect([secret, response.status, await codeOf(response)]).toEqual([secret, 400, 'request.malformed'])
    }
    expect(await world.files.list()).toEqual([])
  })

  it('who fills their room takes away their own files, and no one else’s', async () => {
    const mine = pngOf(2001)
    world = await buildWorld({
      addressOf: () => from.address,
      tuning: { publicUnnamedFiles: 3 },
    })
    await publish(world, photos())
    await send(mine, { body: mine })
    from.address = '198.51.100.7'
    for (let flood = 0; flood < 6; flood += 1) {
      const bytes = pngOf(4000 + flood)
      await send(bytes, { secret: String(flood).repeat(64), body: bytes })
    }
    const files = await world.files.list()
    expect([files.length, files.includes(hashOf(mine) as never)]).toEqual([4, true])
  })
})

describe('the public sends only what is asked for', () => {
  it.each([
    ['no form', '', 400, 'request.malformed'],
    ['a form that is not there', 'no-hay', 404, 'template.missing'],
    ['something that is no form', '../x', 400, 'request.malformed'],
  ])('not for %s', async (_, form, status, code) => {
    await publish(world, photos({}))
    const response = await send(PNG, { form, body: PNG })
    expect([response.status, await codeOf(response)]).toEqual([status, code])
  })

  it.each([
    ['a form of the staff', { opcionales: { publico: false } }, 404, 'template.missing'],
    [
      'a form that asks for no files',
      { secciones: [{ orden: 0, preguntas: [{ orden: 0, titulo: 'Nota', tipoPregunta: 1 }] }] },
      422,
      'value.file-not-allowed',
    ],
    [
      'a form that asks for videos only',
      { secciones: [{ orden: 0, preguntas: [{ orden: 0, titulo: 'x', tipoPregunta: 1, adjuntarVideo: true }] }] },
      422,
      'file.wrong-type',
    ],
  ])('not for %s', async (_, over, status, code) => {
    await publish(world, photos(over))
    const response = await send(PNG, { body: PNG })
    expect([response.status, await codeOf(response)]).toEqual([status, code])
    expect(await world.files.list()).toEqual([])
  })

  it('not for a form that is deleted, full, or of a municipality that is blocked', async () => {
    const codes = []
    await world.put(keys.template(FORM), { ...photos(), deleted: true })
    codes.push(await codeOf(await send(PNG)))
    await world.put(keys.template(FORM), {
      ...photos({ opcionales: { publico: true, limitResponses: true } }),
      responsesCount: 2,
    })
    await world.put(keys.templateCounter(FORM), { count: 2 })
    codes.push(await codeOf(await send(PNG)))
    await publish(world, photos())
    await world.put(municipalityOfDocument(photos()), buildMunicipality({ inhabilitado: true }))
    codes.push(await codeOf(await send(PNG)))
    expect(codes).toEqual(['template.deleted', 'answer.limit-reached', 'municipality.blocked'])
  })

  it.each([
    ['a page', 'image/png', '<!doctype html><script>alert(1)</script>', 'file.wrong-type'],
    ['a drawing', 'image/svg+xml', '<svg/>', 'file.wrong-type'],
    ['a film', 'video/mp4', 'film', 'file.wrong-type'],
  ])('no %s', async (_, type, content, code) => {
    const bytes = new TextEncoder().encode(content)
    expect(await codeOf(await send(bytes, { type, body: bytes }))).toBe(code)
    expect(await world.files.list()).toEqual([])
  })

  it('no photo that is larger than a photo may be', async () => {
    expect(await codeOf(await send(PNG, { length: 6 * 1024 * 1024 }))).toBe('file.too-large')
  })
})
