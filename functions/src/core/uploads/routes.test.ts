import { describe, expect, it } from 'vitest'
import { hashOf } from '#tests/support/builders/submit.ts'
import { buildWorld, codeOf } from '#tests/support/server/world.ts'
import { MAX_STORED_BYTES_PER_SENT_BYTE } from '../capacity/gate.ts'
import { DEFAULT_TUNING } from '../tuning.ts'
import { PNG, metadata, TUS, pngOf, create, patch, head, locationOf, held } from '#tests/support/server/uploads.ts'

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

  it('continues where the line was cut', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    const path = locationOf(await create(world, cookie, PNG))
    expect(path).toMatch(/^\/api\/uploads\/[0-9a-f]{32}$/)
    expect(
      (await patch(world, cookie, path, { offset: 0, body: PNG.subarray(0, 700) })).headers.get('upload-offset'),
    ).toBe('700')
    expect((await head(world, cookie, path)).headers.get('upload-offset')).toBe('700')
    expect((await patch(world, cookie, path, { offset: 500, body: PNG.subarray(500) })).status).toBe(409)
    expect((await patch(world, cookie, path, { offset: 700, body: PNG.subarray(700) })).status).toBe(204)
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

  it('of bytes that were lost leaves them to the answers that name them, and those for good that no one has counted', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    const key = `files/ines~${hashOf(PNG)}`
    for (const naming of [{ namedBy: ['an answer'] }, {}]) {
      await create(world, cookie, PNG, { body: PNG })
      const named: Record<string, unknown> = { ...(await held(world, 'ines', PNG)), ...naming }
      delete named['expiresAt']
      await world.put(key, named)
      await world.files.remove(hashOf(PNG), async () => false)
      await create(world, cookie, PNG, { body: PNG })
      expect(await held(world, 'ines', PNG)).toEqual(named)
      await world.put(key, { ...named, expiresAt: '2026-11-20T15:30:00.000Z' })
      await world.files.remove(hashOf(PNG), async () => false)
    }
  })

  it('that was complete when the server died is finished by the next look at it', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    const path = locationOf(await create(world, cookie, PNG))
    const seal = world.files.seal
    Object.assign(world.files, { seal: async () => Promise.reject(new Error('power cut')) })
    expect((await patch(world, cookie, path, { offset: 0, body: PNG })).status).toBe(500)
    Object.assign(world.files, { seal })
    expect((await head(world, cookie, path)).headers.get('upload-offset')).toBe(String(PNG.length))
    expect(await held(world, 'ines', PNG)).toBeDefined()
  })
})

describe('uploads that no one finishes', () => {
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
    // A slow disk: the oldest have to be deleted before the new ones are stored.
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

  it('nor finished ones: the last of the disk is kept, and devices are asked to wait', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    // Each accepted message reserves its space first.
    const free = {
      bytes: DEFAULT_TUNING.diskReserve + MAX_STORED_BYTES_PER_SENT_BYTE * DEFAULT_TUNING.smallBodyBytes + PNG.length,
    }
    Object.assign(world.files, { availableBytes: async () => free.bytes })
    const path = locationOf(await create(world, cookie, PNG))
    free.bytes -= 1
    for (const response of [
      await create(world, cookie, pngOf(2100)),
      await patch(world, cookie, path, { offset: 0, body: PNG }),
    ]) {
      expect([response.status, response.headers.get('retry-after'), await codeOf(response)]).toEqual([
        503,
        '300',
        'server.busy',
      ])
    }
    expect(world.log.map(({ event }) => event)).toEqual(['disk.full'])
    free.bytes += 1
    expect((await patch(world, cookie, path, { offset: 0, body: PNG })).status).toBe(204)
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
