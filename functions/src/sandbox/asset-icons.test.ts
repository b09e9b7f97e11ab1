import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImageFetcher } from '#connectors/webhooks/fetch-image.ts'
import { cacheImages } from '#core/index.ts'
import type { Connectors } from '#core/ports.ts'
import { MAX_ICON_BYTES, type Identifier } from '#domain/maps/index.ts'
import { ok } from '#domain/kernel/index.ts'
import { buildMunicipality } from '#tests/support/builders/people.ts'
import { MUNICIPALITY } from '#tests/support/builders/template.ts'
import { buildWorld, codeOf, type World } from '#tests/support/server/world.ts'

const PNG = Buffer.from('89504e470d0a1a0a0000000d', 'hex')
const failed: unknown[] = []
const deps = {
  timeout: (milliseconds: number) => AbortSignal.timeout(Math.min(milliseconds, 500)),
  failed: (facts: unknown) => void failed.push(facts),
}
let outside: Server
let origin: string
let asked: string[] = []

beforeAll(async () => {
  outside = createServer((request, response) => {
    asked.push(request.url ?? '')
    const says: Record<string, () => unknown> = {
      '/icon.png': () => response.end(PNG),
      '/large.png': () => response.end(Buffer.concat([PNG, Buffer.alloc(MAX_ICON_BYTES)])),
      '/page': () => response.end('<!doctype html><script>1</script>'),
      '/drawing.svg': () => response.setHeader('content-type', 'image/svg+xml').end('<svg/>'),
      '/moved': () => response.writeHead(302, { location: '/icon.png' }).end(),
      '/broken.png': () => response.writeHead(200, { 'content-length': '5000' }).write(PNG, () => response.destroy()),
      '/slow.png': () => response.write(PNG),
    }
    ;(says[request.url ?? ''] ?? (() => response.writeHead(404).end()))()
  })
  await new Promise<void>((listening) => outside.listen(0, '127.0.0.1', listening))
  origin = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`
})
afterAll(() => {
  outside.closeAllConnections()
  outside.close()
})

describe('an icon that lies elsewhere', () => {
  const local = createImageFetcher(deps, { allowsLocal: true })

  it('is fetched where its bytes are an image of a bounded size, and nothing else is', async () => {
    const icon = await local(`${origin}/icon.png`)
    expect(icon.ok && Buffer.from(icon.value).equals(PNG)).toBe(true)
    for (const path of ['/large.png', '/page', '/drawing.svg', '/moved', '/broken.png', '/slow.png', '/none'])
      expect([path, await local(`${origin}${path}`)]).toEqual([path, { ok: false, problem: { code: 'file.missing' } }])
  })

  it('is asked for at public addresses only', async () => {
    const production = createImageFetcher(deps, { allowsLocal: false })
    const rebound = createImageFetcher(deps, {
      allowsLocal: false,
      resolve: (_, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
    })
    asked = []
    const port = new URL(origin).port
    for (const url of [
      `${origin}/icon.png`,
      'https://127.0.0.1/i.png',
      'https://169.254.169.254/latest',
      'https://[::1]/i.png',
      'https://intern/i.png',
      'file:///etc/passwd',
      'https://icons.example:22/i.png',
      'data:image/png;base64,iVBORw0KGgo=',
      'x',
    ])
      expect([url, await production(url)]).toMatchObject([url, { ok: false }])
    expect(await rebound(`https://icons.example:8443/icon.png`)).toMatchObject({ ok: false })
    expect([asked, port.length > 0]).toEqual([[], true])
  })

  it('is asked for once, by however many look at it', async () => {
    const kept = new Map<string, { bytes: Uint8Array<ArrayBuffer>; at: number }>()
    const cache = {
      get: async (name: string) => kept.get(name),
      put: async (name: string, bytes: Uint8Array<ArrayBuffer>) => void kept.set(name, { bytes, at: 0 }),
    }
    const images = cacheImages(local, cache, () => 0)
    asked = []
    await Promise.all([images(`${origin}/icon.png`), images(`${origin}/icon.png`)])
    expect((await images(`${origin}/icon.png`)).ok).toBe(true)
    expect(asked).toEqual(['/icon.png'])
  })
})

describe('the icons of assets', () => {
  const near = {
    latitud: '-31.4',
    longitud: '-64.18',
    tipoIncidenteId: '5001',
    radio: '1',
    username: 'ines',
    municipality: MUNICIPALITY,
  }
  const LAMP: Identifier = {
    idIdentificador: 'L1',
    descripcion: 'Columna',
    descripcionIdentificadorTipo: 'Luminaria',
    direccion: '',
    geolocalizaciones: [],
  }

  async function town(images: NonNullable<Connectors['images']> = async () => ok(new Uint8Array(PNG))): Promise<World> {
    const identifiers = async () =>
      ok([
        { ...LAMP, iconoUrl: 'https://icons.example/l.png' },
        { ...LAMP, idIdentificador: 'L2', iconoUrl: '' },
      ])
    const connectors = { municipalSystem: { identifiers }, images }
    const world = await buildWorld({}, undefined, connectors as unknown as Connectors)
    await world.put(MUNICIPALITY, buildMunicipality({ idMuniCore: 21 }))
    return world
  }
  const assetsOf = async (world: World, cookie: string): Promise<readonly Identifier[]> => {
    const response = await world.ask('POST', '/api/getIdentifiers', { cookie, body: { data: near } })
    expect(response.status).toBe(200)
    return ((await response.json()) as { result: { result: Identifier[] } }).result.result
  }

  it('are shown by our server to anyone who knows the asset, and to no one else', async () => {
    const world = await town()
    const cookie = await world.signIn('ines')
    const [lamp, plain] = await assetsOf(world, cookie)
    expect([lamp?.iconoUrl, plain]).toEqual([
      expect.stringMatching(/^\/api\/identifiers\/icon\?url=https/),
      { ...LAMP, idIdentificador: 'L2' },
    ])
    const address = lamp?.iconoUrl ?? ''
    const icon = await world.ask('GET', address, { cookie })
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(Buffer.from(await icon.arrayBuffer()).equals(PNG)).toBe(true)
    expect((await world.ask('GET', address)).status).toBe(401)
    // A signed address given to ines works neither for another account nor for another address.
    expect(await codeOf(await world.ask('GET', address, { cookie: await world.signIn('pablo') }))).toBe('file.missing')
    expect(await codeOf(await world.ask('GET', address.replace('l.png', 'm.png'), { cookie }))).toBe('file.missing')
    for (const wrong of [
      '?url=x',
      '?signature=0',
      `?${address.split('?')[1]?.slice(0, -1)}`,
      `?url=${'x'.repeat(3_000)}`,
    ])
      expect((await world.ask('GET', `/api/identifiers/icon${wrong}`, { cookie })).status).toBe(400)
  })

  it('are left out where our server fetches none', async () => {
    const world = await town()
    Reflect.deleteProperty(world.ports.connectors ?? {}, 'images')
    const [lamp] = await assetsOf(world, await world.signIn('ines'))
    expect(lamp).toEqual(LAMP)
  })

  it('are fetched at a pace', async () => {
    let fetched = 0
    const world = await town(async () => {
      fetched += 1
      return ok(new Uint8Array(PNG))
    })
    const cookie = await world.signIn('ines')
    const [lamp] = await assetsOf(world, cookie)
    let last = 200
    for (let turn = 0; turn < 1_100 && last === 200; turn += 1)
      last = (await world.ask('GET', lamp?.iconoUrl ?? '', { cookie })).status
    expect([last, fetched]).toEqual([429, 1_000])
  })
})
