import { describe, expect, it } from 'vitest'
import { hashOf } from '#tests/support/builders/submit.ts'
import { buildWorld, codeOf, type World } from '#tests/support/server/world.ts'
import { answerFrom } from '#tests/support/server/answers.ts'

type Named = { readonly type: string; readonly name: string }

/** Gives a stored answer a file, with its bytes in the store. */
async function attach(world: World, answer: string, bytes: Uint8Array, { type, name }: Named): Promise<string> {
  const sha256 = hashOf(bytes)
  Object.assign(world.files, {
    read: async () => new Response(bytes as BodyInit).body ?? undefined,
    size: async () => bytes.length,
  })
  const key = `respuestas_formularios/${answer}`
  const url = `/api/answers/${answer}/files/${sha256}`
  const before = await world.store.get(key)
  await world.put(key, { ...before, files: [{ url, sha256, bytes: bytes.length, type, name }] })
  return url
}

describe('a file of an answer', () => {
  it('is served to who may read the answer, never to be taken for a page, and kept by no browser for anyone who signs in next', async () => {
    const world = await buildWorld()
    const bytes = new TextEncoder().encode('bytes of a photo')
    const url = await attach(world, await answerFrom(world, 'ines', 1), bytes, {
      type: 'image/png',
      name: 'frente "ñandú".png',
    })
    const response = await world.ask('GET', url, { cookie: await world.signIn('pablo') })
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': '16',
      'content-disposition': `inline; filename="frente __and__.png"; filename*=UTF-8''frente%20%22%C3%B1and%C3%BA%22.png`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    const etag = response.headers.get('etag') ?? ''
    expect(
      (await world.ask('GET', url, { cookie: await world.signIn('pablo'), headers: { 'if-none-match': etag } })).status,
    ).toBe(304)
  })

  it('whose bytes are gone is missing, and nothing else is sent in its place', async () => {
    const world = await buildWorld()
    const id = await answerFrom(world, 'ines', 1)
    const url = await attach(world, id, new Uint8Array(5), { type: 'image/png', name: 'a.png' })
    Object.assign(world.files, { read: async () => undefined, size: async () => undefined })
    const cookie = await world.signIn('ines')
    expect(await codeOf(await world.ask('GET', url, { cookie }))).toBe('file.missing')
    expect((await world.ask('HEAD', url, { cookie })).status).toBe(404)
  })

  it('is downloaded when it is no picture or film', async () => {
    const world = await buildWorld()
    const url = await attach(world, await answerFrom(world, 'ines', 1), new Uint8Array(5), {
      type: 'application/pdf',
      name: 'acta.pdf',
    })
    const response = await world.ask('GET', url, { cookie: await world.signIn('ines') })
    expect(response.headers.get('content-disposition')).toMatch(/^attachment;/)
  })

  it('is found neither through another answer nor by someone who may not read its own', async () => {
    const world = await buildWorld()
    const url = await attach(world, await answerFrom(world, 'ines', 1), new Uint8Array(5), {
      type: 'image/png',
      name: 'a.png',
    })
    const other = await answerFrom(world, 'pablo', 2)
    const through = url.replace(/answers\/[^/]+/, `answers/${other}`)
    const cookie = await world.signIn('pablo')
    expect(await codeOf(await world.ask('GET', through, { cookie }))).toBe('file.missing')
    expect(await codeOf(await world.ask('GET', url.replace(/.$/, 'z'), { cookie }))).toBe('file.missing')
    expect(await codeOf(await world.ask('GET', url, { cookie: await world.signIn('olga') }))).toBe('answer.missing')
  })

  it.each([
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=4-99', 206, '456789', 'bytes 4-9/10'],
    ['bytes=0-1,3-4', 200, '0123456789', null],
    ['bytes=-', 200, '0123456789', null],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=5-2', 416, '', 'bytes */10'],
  ])('answers the range %s', async (range, status, text, contentRange) => {
    const world = await buildWorld()
    const url = await attach(world, await answerFrom(world, 'ines', 1), new TextEncoder().encode('0123456789'), {
      type: 'video/mp4',
      name: 'a.mp4',
    })
    const response = await world.ask('GET', url, { cookie: await world.signIn('ines'), headers: { range } })
    expect([response.status, await response.text(), response.headers.get('content-range')]).toEqual([
      status,
      text,
      contentRange,
    ])
  })
})

describe('a look at a file without its bytes', () => {
  it('opens nothing that would stay open', async () => {
    const world = await buildWorld()
    const bytes = new Uint8Array([0x89, 0x50, 0x4e, 0x47])
    const url = await attach(world, await answerFrom(world, 'ines', 1), bytes, { type: 'image/png', name: 'a.png' })
    let opened = 0
    Object.assign(world.files, { read: async () => ((opened += 1), new Response(bytes as BodyInit).body ?? undefined) })
    const cookie = await world.signIn('ines')
    const look = await world.ask('HEAD', url, { cookie })
    expect([look.status, look.headers.get('content-length'), look.headers.get('content-type'), opened]).toEqual([
      200,
      '4',
      'image/png',
      0,
    ])
    Object.assign(world.files, { size: async () => undefined })
    expect((await world.ask('HEAD', url, { cookie })).status).toBe(404)
  })
})
