import { describe, expect, it } from 'vitest'
import { openMemoryFiles } from '#tests/support/memory/index.ts'
import { ORPHAN_LIFETIME_MS } from '../uploads/orphans.ts'
import { DEFAULT_TUNING } from '../tuning.ts'
import { API } from '#domain/endpoints/index.ts'
import { templateDraftSchema } from '#domain/templates/index.ts'
import { keys } from '#domain/store/index.ts'
import { PROTOCOL_VERSION } from '#domain/sync/index.ts'
import { buildPlainSubmit, DEVICE, hashOf } from '#tests/support/builders/submit.ts'
import { buildTemplate } from '#tests/support/builders/template.ts'
import { ALLOWED_ON_FULL_DISK } from '#tests/support/server/goes-on.ts'
import { buildWorld, codeOf, PASSWORD, type World } from '#tests/support/server/world.ts'

const MB = 1024 * 1024
const { diskReserve, diskPause, signInReserve } = DEFAULT_TUNING
const TUS = { 'tus-resumable': '1.0.0' }
const base64 = (text: string): string => Buffer.from(text).toString('base64')

type Disk = { free: number; lowest: number; evicted: number[] }

/** A world on a disk with settable free bytes; uploads use them up, and each write takes time. */
async function onDisk(free: number): Promise<{ readonly world: World; readonly disk: Disk }> {
  const disk: Disk = { free, lowest: free, evicted: [] }
  const world = await buildWorld({}, undefined, undefined, {
    openFiles: (clock) => {
      const files = openMemoryFiles(clock)
      const { uploads } = files
      const write = uploads.write.bind(uploads)
      const slowly = async (stream: Parameters<typeof write>[0], id: string, offset: number): Promise<number> => {
        async function* pieces(): AsyncGenerator<Uint8Array> {
          for await (const piece of stream as AsyncIterable<Uint8Array>) {
            await new Promise((resolve) => setTimeout(resolve, 1))
            disk.free -= piece.length
            disk.lowest = Math.min(disk.lowest, disk.free)
            yield piece
          }
        }
        return write(pieces() as unknown as Parameters<typeof write>[0], id, offset)
      }
      Object.assign(uploads, { write: slowly })
      return Object.assign(files, {
        availableBytes: async () => disk.free,
        evict: async (_idle: number, bytes: number) => {
          disk.evicted.push(bytes)
          return 0
        },
      })
    },
  })
  return { world, disk }
}

function begin(world: World, cookie: string, bytes: Uint8Array): Promise<Response> {
  const metadata = `sha256 ${base64(hashOf(bytes))},type ${base64('video/mp4')},name ${base64('film.mp4')}`
  return world.ask('POST', '/api/uploads', {
    cookie,
    headers: { ...TUS, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
  })
}

function patch(world: World, cookie: string, begun: Response, body: Uint8Array): Promise<Response> {
  const headers = { ...TUS, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
  return world.ask('PATCH', begun.headers.get('location') ?? '', { cookie, body, headers })
}

const film = (seed: number, length: number): Uint8Array => {
  const bytes = new Uint8Array(length).fill(seed)
  bytes.set([0, 0, 0, 24, 0x66, 0x74, 0x79, 0x70, 0x69, 0x73, 0x6f, 0x6d])
  return bytes
}

const pushOf = (seed: number) => ({
  protocol: PROTOCOL_VERSION,
  device: DEVICE,
  account: 'ines',
  mutations: [buildPlainSubmit(seed)],
})

describe('a disk that gets full', () => {
  it('keeps its reserve however many send at once: each byte has its place before it is taken', async () => {
    const { world, disk } = await onDisk(diskReserve + 6 * MB)
    const cookie = await world.signIn('ines')
    const films = Array.from({ length: 10 }, (_, seed) => film(seed, 2 * MB))
    // Each of them alone would fit.
    const begun = await Promise.all(films.map((each) => begin(world, cookie, each)))
    expect(begun.map(({ status }) => status)).toEqual(Array(10).fill(201))
    const sent = await Promise.all(films.map((each, at) => patch(world, cookie, begun[at] as Response, each)))
    expect(disk.lowest).toBeGreaterThanOrEqual(diskReserve)
    const statuses = sent.map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([204, 503]))
    for (const response of sent)
      if (response.status === 503)
        expect([Number(response.headers.get('retry-after')) > 0, await codeOf(response)]).toEqual([true, 'server.busy'])
  })

  it('takes header images one by one, too: two that fit alone and not together', async () => {
    const { world } = await onDisk(diskReserve + 5 * MB)
    const cookie = await world.signIn('sofia')
    const image = (seed: number): Uint8Array => {
      const bytes = new Uint8Array(3 * MB).fill(seed)
      bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
      return bytes
    }
    const sent = await Promise.all(
      [1, 2, 3].map((seed) => world.ask('POST', '/api/templates/comercios/images', { cookie, body: image(seed) })),
    )
    expect(sent.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 503, 503])
  })

  it('sets aside for a message what it may come to when it is stored', async () => {
    const { world } = await onDisk(diskReserve + 4 * MB)
    const cookie = await world.signIn('ines')
    const long = { ...pushOf(1), padding: ' '.repeat(300_000) }
    expect((await world.ask('POST', '/api/sync/push', { cookie, body: pushOf(2) })).status).toBe(200)
    const response = await world.ask('POST', '/api/sync/push', { cookie, body: long })
    expect([response.status, await codeOf(response)]).toEqual([503, 'server.busy'])
  })

  it('gives back what a request had set aside, whatever became of it', async () => {
    const { world } = await onDisk(diskReserve + MB)
    const cookie = await world.signIn('ines')
    for (let seed = 1; seed <= 20; seed += 1)
      expect(
        (await world.ask('POST', '/api/sync/push', { cookie, body: seed % 2 === 0 ? '{' : pushOf(seed) })).status,
      ).toBeLessThan(500)
  })
})

/** Pages report it as text. */
async function saidBy(response: Response): Promise<string | undefined> {
  if (response.headers.get('content-type')?.startsWith('text/html') !== true) return codeOf(response)
  return (await response.text()).includes('El servidor está ocupado en este momento.') ? 'server.busy' : undefined
}

describe('near the reserve', () => {
  it('everything that stores is asked to come back, on every route, and nothing else is', async () => {
    const { world } = await onDisk(diskReserve - 1)
    const cookie = await world.signIn('sofia')
    const goOn = new Set<string>(
      Object.values(API).flatMap(({ method, path, ...more }) => ('always' in more ? [`${method} /api${path}`] : [])),
    )
    expect([...goOn].toSorted()).toEqual(ALLOWED_ON_FULL_DISK.toSorted())
    const all = new Set(world.app.routes.map(({ method, path }) => `${method} ${path}`))
    // A page requested by POST that only reads.
    goOn.add('POST /publico/consultar-estado')
    const routes = [...all].filter((route) => /^(POST|PUT|PATCH) /.test(route))
    expect(routes.length).toBeGreaterThan(15)
    for (const route of routes) {
      const [method = '', path = ''] = route.split(' ')
      const asked = path.replaceAll(/:(\w+)(\{[^/]*\})?/g, (_, name: string) => (name === 'id' ? 'a'.repeat(32) : '1'))
      const response = await world.ask(method, asked, { cookie, body: '{}' })
      if (goOn.has(route)) expect([route, response.status === 503]).toEqual([route, false])
      else
        expect([route, response.status, response.headers.get('retry-after'), await saidBy(response)]).toEqual([
          route,
          503,
          String(diskPause / 1000),
          'server.busy',
        ])
    }
  })

  it('people sign in and out, read, and remove things; health says its state', async () => {
    const { world, disk } = await onDisk(diskReserve - 1)
    const cookie = await world.signIn('sofia')
    expect((await world.ask('POST', '/api/sync/pull', { cookie, body: {} })).status).toBe(200)
    for (const path of ['/api/session', '/api/sync/pull', '/api/answers?template=nota', '/api/templates/comercios']) {
      expect([path, (await world.ask('GET', path, { cookie })).status]).toEqual([path, 200])
    }
    expect((await world.ask('DELETE', '/api/templates/comercios', { cookie })).status).toBe(200)
    expect((await world.ask('DELETE', '/api/session', { cookie })).status).toBe(204)
    const health = async () => (await world.ask('GET', '/api/health')).json()
    expect(await health()).toMatchObject({ ok: true, disk: 'full' })
    disk.free = diskReserve + 100 * MB
    expect(await health()).toMatchObject({ ok: true, disk: 'room' })
    // Large requests are refused while small ones still work.
    disk.free = diskReserve + 5 * MB
    world.clock.now += 1000
    expect((await begin(world, await world.signIn('ines'), film(1, 6 * MB))).status).toBe(503)
    expect(await health()).toMatchObject({ disk: 'full' })
  })

  it('the log says so once, and once when there is room again', async () => {
    const { world, disk } = await onDisk(diskReserve - 1)
    const cookie = await world.signIn('ines')
    const push = (seed: number) => world.ask('POST', '/api/sync/push', { cookie, body: pushOf(seed) })
    for (let seed = 0; seed < 5; seed += 1) await push(seed)
    expect(world.log.map(({ event }) => event)).toEqual(['disk.full'])
    disk.free = diskReserve + 100 * MB
    expect((await push(5)).status).toBe(200)
    world.clock.now += 1000
    disk.free = 0
    await push(6)
    expect(world.log.map(({ event }) => event)).toEqual(['disk.full', 'disk.full'])
  })

  it('the last of the disk is not for signing in either: it is for stopping and starting', async () => {
    const { world, disk } = await onDisk(signInReserve + MB)
    const body = { email: 'ines', password: PASSWORD }
    expect((await world.ask('POST', '/api/session', { body })).status).toBe(200)
    disk.free = signInReserve
    const response = await world.ask('POST', '/api/session', { body })
    expect([response.status, response.headers.get('retry-after') !== null]).toEqual([503, true])
  })

  it('parts of uploads that wait are given up, and then files that no answer has named for an hour; what was named stays', async () => {
    const { world, disk } = await onDisk(diskReserve + 100 * MB)
    const cookie = await world.signIn('ines')
    const holding = async (name: string, age: number | undefined) => {
      const expiresAt =
        age === undefined ? {} : { expiresAt: new Date(world.clock.now - age + ORPHAN_LIFETIME_MS).toISOString() }
      await world.put(keys.file('ines' as Parameters<typeof keys.file>[0], hashOf(name)), {
        author: 'ines',
        sha256: hashOf(name),
        bytes: 5,
        ...expiresAt,
      })
    }
    await holding('old', 61 * 60_000)
    await holding('young', 59 * 60_000)
    await holding('named', undefined)
    const left = async () =>
      new Set(
        (await world.store.query({ collection: 'files', where: {}, limit: 10 })).map(
          ({ document }) => document['sha256'],
        ),
      )
    await world.ask('POST', '/api/sync/push', { cookie, body: pushOf(1) })
    expect([disk.evicted.length, (await left()).size]).toEqual([0, 3])
    disk.free = diskReserve - 1
    world.clock.now += 1000
    await world.ask('POST', '/api/sync/push', { cookie, body: pushOf(2) })
    expect(disk.evicted.length).toBeGreaterThan(0)
    expect(await left()).toEqual(new Set([hashOf('young'), hashOf('named')]))
  })
})

describe('files that no answer names', () => {
  it('have an end for each account: its oldest go, those that an answer names and those of others stay', async () => {
    const world = await buildWorld({ tuning: { unnamedBytes: 10_000, unnamedFiles: 100 } })
    const send = async (user: string, seed: number) => {
      const bytes = film(seed, 3000)
      const cookie = await world.signIn(user)
      const begun = await begin(world, cookie, bytes)
      world.clock.now += 1000
      expect((await patch(world, cookie, begun, bytes)).status).toBe(204)
      return hashOf(bytes)
    }
    const held = async (user: string) =>
      (await Promise.all(own.map(async (sha256) => (await world.store.get(`files/${user}~${sha256}`)) !== undefined)))
        .map(Number)
        .join('')
    const stranger = await send('pablo', 100)
    const own: ReturnType<typeof hashOf>[] = []
    for (let seed = 1; seed <= 2; seed += 1) own.push(await send('ines', seed))
    const [first] = own
    const { expiresAt: _, ...named } = (await world.store.get(`files/ines~${first}`)) ?? {}
    await world.put(`files/ines~${first}`, named)
    for (let seed = 3; seed <= 6; seed += 1) own.push(await send('ines', seed))
    expect(await held('ines')).toBe('100111')
    expect(await world.files.size(own[1] as ReturnType<typeof hashOf>)).toBeUndefined()
    expect(await world.store.get(`files/pablo~${stranger}`)).toBeDefined()
  })

  it('are counted, too, so that a million small ones are no way around it', async () => {
    const world = await buildWorld({ tuning: { unnamedFiles: 3 } })
    const cookie = await world.signIn('ines')
    for (let seed = 1; seed <= 5; seed += 1) {
      const bytes = film(seed, 20)
      world.clock.now += 1000
      await patch(world, cookie, await begin(world, cookie, bytes), bytes)
    }
    expect(await world.store.count({ collection: 'files' })).toBe(3)
  })
})

describe('a store that finds no room after all', () => {
  it('is said as such, and reading continues', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('sofia')
    const { DiskFullError } = await import('../ports.ts')
    const commit = world.store.commit
    Object.assign(world.store, { commit: async () => Promise.reject(new DiskFullError()) })
    world.clock.now += 25 * 60 * 60 * 1000
    // The session's use should be recorded and its id renewed; neither prevents reading.
    expect((await world.ask('GET', '/api/session', { cookie })).status).toBe(200)
    const draft = templateDraftSchema.parse(buildTemplate())
    for (const response of [
      await world.ask('PUT', '/api/templates/comercios', { cookie, body: { base: 1, draft } }),
      await world.ask('POST', '/api/session', { body: { email: 'ines', password: PASSWORD } }),
    ])
      expect([response.status, await codeOf(response), response.headers.get('retry-after') !== null]).toEqual([
        503,
        'server.busy',
        true,
      ])
    Object.assign(world.store, { commit })
  })
})
