import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectSystems, type ExternalSystemAddresses } from '#connectors/connect.ts'
import { foundAddressSchema, addressMatchesSchema, mapSchema, detectTileType } from '#domain/maps/index.ts'
import { openMemoryStore } from '#tests/support/memory/index.ts'
import { buildMunicipality } from '#tests/support/builders/people.ts'
import { MUNICIPALITY } from '#tests/support/builders/template.ts'
import { there } from '#tests/support/there.ts'
import { buildWorld, type World } from '#tests/support/server/world.ts'
import { CITIES, fromGrid } from './cities.ts'
import { MISBEHAVIOURS } from './misbehaviour.ts'
import { startSandbox, type Sandbox } from './start.ts'

/** Maps and addresses, from the request of a page to their provider and back, over real HTTP. */
let sandbox: Sandbox
let patience = 10_000
let noted: unknown[] = []
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())
beforeEach(() => {
  sandbox.misbehave(undefined)
  sandbox.letGo()
  patience = 10_000
  noted = []
})

const deps = {
  fetch: (url: string, init: RequestInit) => fetch(url, init),
  timeout: (milliseconds: number) => AbortSignal.timeout(Math.min(patience, milliseconds)),
  failed: (facts: unknown) => void noted.push(facts),
}
const HERE = { latitude: -31.42, longitude: -64.18 }
const TILE = '/api/tiles/default/15/10541/19411'

async function opened(addresses: ExternalSystemAddresses = sandbox.addresses, settings: object = {}): Promise<World> {
  const world = await buildWorld({}, openMemoryStore(), connectSystems(deps, addresses))
  await world.put(MUNICIPALITY, { ...buildMunicipality(), ubicacion: HERE, settings })
  return world
}
const get = async (world: World, path: string, who = 'ines') =>
  world.ask('GET', path, { cookie: await world.signIn(who) })
const codeIn = async (response: Response) =>
  ((await response.json()) as { readonly error: { readonly code: string } }).error.code
const reverse = ({ latitude, longitude }: { readonly latitude: number; readonly longitude: number }) =>
  `/api/geocode/reverse?latitude=${latitude}&longitude=${longitude}`
const search = (text: string) => `/api/geocode?q=${encodeURIComponent(text)}`

describe('a map', () => {
  it('says which layers it has, whose they are, and that addresses can be searched for', async () => {
    const map = mapSchema.parse(await (await get(await opened(), '/api/map')).json())
    expect(map.layers.map(({ layer }) => layer)).toEqual(['default', 'satellite'])
    expect(map.layers.every(({ attribution }) => attribution.length > 10)).toBe(true)
    expect(map.geocoder).toBe(true)
  })

  it('is drawn of small images, the same ones each time, and another from above', async () => {
    const world = await opened()
    const responses = [
      await get(world, TILE),
      await get(world, TILE),
      await get(world, TILE.replace('default', 'satellite')),
    ]
    const [first, again, above] = await Promise.all(
      responses.map(async (response) => new Uint8Array(await response.arrayBuffer())),
    )
    expect(responses.map(({ status, headers }) => [status, headers.get('content-type')])).toEqual(
      responses.map(() => [200, 'image/png']),
    )
    expect(detectTileType(there(first))).toBe('image/png')
    expect(there(first).length).toBeLessThan(30_000)
    expect(again).toEqual(first)
    expect(above).not.toEqual(first)
    expect(responses[0]?.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('is there for anyone who is signed in, whatever their role, and for no one else', async () => {
    const world = await opened()
    for (const path of [TILE, search('Rondeau 450'), reverse(HERE), '/api/map']) {
      expect((await world.ask('GET', path)).status, path).toBe(401)
      for (const who of ['ines', 'gil', 'sofia', 'ada']) expect((await get(world, path, who)).status, who).toBe(200)
    }
  })

  it.each(['4/0/0', '19/0/0', '12/4096/0', '12/0/4096', '12/-1/0', '12/1.5/0', '12/x/0'])(
    'ends at its edges: %s',
    async (place) => {
      const before = sandbox.asked()
      const response = await get(await opened(), `/api/tiles/default/${place}`)
      expect([response.status, await codeIn(response)]).toEqual([404, 'map.tile-missing'])
      expect(sandbox.asked()).toBe(before)
    },
  )

  it('asks no one but the provider that was configured, whatever is asked for', async () => {
    const asked: string[] = []
    const tiles = { default: { template: 'https://tiles.example/{z}/{x}/{y}.png?key=k', attribution: '© Tiles' } }
    const spying = {
      ...deps,
      fetch: async (url: string) => {
        asked.push(url)
        return new Response('<!doctype html>')
      },
    }
    const world = await buildWorld({}, openMemoryStore(), connectSystems(spying, { tiles }))
    for (const place of ['default/12/1/2', 'default/12/1/2?host=evil.example', 'default/12/1/%2f%2fevil.example'])
      await get(world, `/api/tiles/${place}`)
    expect(new Set(asked)).toEqual(new Set(['https://tiles.example/12/1/2.png?key=k']))
    expect((await get(world, '/api/tiles/satellite/12/1/2')).status).toBe(404)
  })

  it.each(MISBEHAVIOURS)('whose provider has a bad day is refused in time and in its own words: %s', async (how) => {
    const world = await opened()
    sandbox.misbehave(how)
    patience = 300
    const response = await get(world, TILE)
    expect([response.status, await codeIn(response)]).toEqual([502, 'map.tile-failed'])
    expect(noted).toMatchObject([{ system: 'tiles.default' }])
    expect(JSON.stringify(noted)).not.toContain('127.0.0.1')
    expect(world.log).toEqual([])
  })

  it('is waited for while its provider is slow', async () => {
    sandbox.hold()
    const before = sandbox.asked()
    const drawn = get(await opened(), TILE)
    await vi.waitFor(() => expect(sandbox.asked()).toBeGreaterThan(before))
    sandbox.letGo()
    expect((await drawn).status).toBe(200)
    sandbox.hold()
    patience = 100
    expect((await get(await opened(), TILE)).status).toBe(502)
  })

  it('is not torn down by one account: beyond its pace it waits, and others do not', async () => {
    const world = await buildWorld(
      { tuning: { tilesBurst: 3, tilesInterval: 1000 } },
      undefined,
      connectSystems(deps, sandbox.addresses),
    )
    const [ines, pablo] = [await world.signIn('ines'), await world.signIn('sofia')]
    const ask = async (cookie: string) => world.ask('GET', TILE, { cookie })
    for (const expected of [200, 200, 200, 429]) expect((await ask(ines)).status).toBe(expected)
    expect((await ask(ines)).headers.get('retry-after')).toBe('1')
    expect((await ask(pablo)).status).toBe(200)
    world.clock.now += 1000
    expect([(await ask(ines)).status, (await ask(ines)).status]).toEqual([200, 429])
    // No one has to wait because a clock was ahead.
    world.clock.now -= 3_600_000
    expect((await ask(ines)).headers.get('retry-after')).toBe(null)
  })
})

describe('tiles that are fetched in advance', () => {
  const FETCHED = `${TILE}?download=1`
  /** a configured provider whose terms are unknown */
  const strict = (): ExternalSystemAddresses => {
    const { downloads: _, ...provider } = sandbox.addresses.tiles.default
    return { tiles: { default: provider } }
  }

  it('are given where anyone who runs the server says that the provider allows it, of the drawn map', async () => {
    const world = await opened()
    expect((await get(world, FETCHED)).headers.get('content-type')).toBe('image/png')
    for (const [map, path] of [
      [world, FETCHED.replace('default', 'satellite')],
      [await opened(strict()), FETCHED],
    ] as const) {
      const refused = await get(map, path)
      expect([refused.status, await codeIn(refused)]).toEqual([403, 'map.download-not-allowed'])
    }
    // Viewing is allowed, because it is not a download.
    expect((await get(await opened(strict()), TILE)).status).toBe(200)
    expect((await get(world, `${TILE}?download=all`)).status).toBe(400)
    expect((await world.ask('GET', FETCHED)).status).toBe(401)
  })

  it('have a pace of their own, of each account and of all, and leave what is looked at alone', async () => {
    const tuning = { mapDownloadBurst: 2, mapDownloadInterval: 1000, mapDownloadBurstInTotal: 3 }
    const world = await buildWorld(
      { tuning: { ...tuning, mapDownloadIntervalInTotal: 1000 } },
      undefined,
      connectSystems(deps, sandbox.addresses),
    )
    const [ines, sofia] = [await world.signIn('ines'), await world.signIn('sofia')]
    const ask = async (cookie: string, path = FETCHED) => (await world.ask('GET', path, { cookie })).status
    expect([await ask(ines), await ask(ines), await ask(ines)]).toEqual([200, 200, 429])
    expect([await ask(sofia), await ask(sofia)]).toEqual([200, 429])
    expect((await world.ask('GET', FETCHED, { cookie: ines })).headers.get('retry-after')).toBe('1')
    expect([await ask(ines, TILE), await ask(sofia, TILE)]).toEqual([200, 200])
    world.clock.now += 1000
    expect(await ask(ines)).toBe(200)
  })
})

describe.each([
  ['map-search', {}],
  ['address-service', { geocoder: 'address-service' }],
])('addresses, by the %s', (_, settings) => {
  it('lead to the point that has them', async () => {
    const world = await opened(sandbox.addresses, settings)
    const found = addressMatchesSchema.parse(await (await get(world, search('  av. colon 4521, Córdoba'))).json())
    const [place] = found.places
    expect(place?.direccion).toBe('Av. Colón 4521, Córdoba, Argentina')
    const back = foundAddressSchema.parse(await (await get(world, reverse(there(place).latlng))).json())
    expect(back.direccion).toBe(place?.direccion)
  })

  it('of the own municipality come first', async () => {
    // Both cities have a street with this name.
    const world = await opened(sandbox.addresses, settings)
    const first = async () =>
      addressMatchesSchema.parse(await (await get(world, search('Calle 60'))).json()).places[0]?.direccion
    expect(await first()).toContain('Argentina')
    await world.put(MUNICIPALITY, {
      ...buildMunicipality(),
      settings,
      ubicacion: { latitude: -34.9, longitude: -56.17 },
    })
    expect(await first()).toContain('Uruguay')
  })

  it('that no one has are no places, and a point in the water has no address', async () => {
    const world = await opened(sandbox.addresses, settings)
    expect((await (await get(world, search('Calle de la Nada 7'))).json()) as object).toMatchObject({ places: [] })
    const sea = fromGrid(CITIES.montevideo, { along: 0, across: -4_000 })
    expect(await (await get(world, reverse(sea))).json()).toEqual({ direccion: null, attribution: '' })
    expect(await (await get(world, reverse({ latitude: 0, longitude: 0 }))).json()).toMatchObject({ direccion: null })
  })

  it('cannot be obtained on a bad day, which is said in time', async () => {
    const world = await opened(sandbox.addresses, settings)
    expect(await codeIn(await get(world, search('Fuera de servicio 1')))).toBe('map.geocode-failed')
    patience = 300
    for (const how of MISBEHAVIOURS) {
      sandbox.misbehave(how)
      for (const path of [search('Rondeau 450'), reverse(HERE)]) {
        const response = await get(world, path)
        expect([response.status, await codeIn(response)], how).toEqual([502, 'map.geocode-failed'])
      }
    }
    expect(world.log).toEqual([])
    expect(JSON.stringify(noted)).not.toMatch(/sandbox|127\.0\.0\.1/)
  })
})

describe('a search', () => {
  it.each([
    search(''),
    search('  a  '),
    search('x'.repeat(201)),
    '/api/geocode',
    '/api/geocode/reverse',
    '/api/geocode/reverse?latitude=91&longitude=0',
    '/api/geocode/reverse?latitude=&longitude=',
    '/api/geocode/reverse?latitude=NaN&longitude=0',
    '/api/geocode/reverse?latitude=1&latitude=2&longitude=1e999',
  ])('that is none is refused before anybody is asked: %s', async (path) => {
    const before = sandbox.asked()
    const response = await get(await opened(), path)
    expect([response.status, await codeIn(response)]).toEqual([400, 'request.malformed'])
    expect(sandbox.asked()).toBe(before)
  })

  it.each(['\u0000\u202e\ud800', '"><script>', '../../etc/passwd', 'a&limit=9999#x', '😀'.repeat(50)])(
    'may be of any characters: %j',
    async (text) => {
      const world = await opened()
      const response = await world.ask('GET', `/api/geocode?q=${encodeURIComponent(text.toWellFormed())}`, {
        cookie: await world.signIn('ines'),
      })
      expect(response.status).toBe(200)
      expect(world.log).toEqual([])
    },
  )

  it('goes to the only geocoder that there is, whichever the municipality has chosen', async () => {
    const { addressService } = sandbox.addresses
    expect((await get(await opened({ addressService }), search('Rondeau 450'))).status).toBe(200)
    expect((await get(await opened({}), search('Rondeau 450'))).status).toBe(501)
  })

  it('is as fast as a person types, and no faster', async () => {
    const world = await buildWorld(
      { tuning: { geocodeBurst: 2, geocodeInterval: 1000 } },
      undefined,
      connectSystems(deps, sandbox.addresses),
    )
    const cookie = await world.signIn('ines')
    const ask = async (path: string) => (await world.ask('GET', path, { cookie })).status
    expect([await ask(search('Rondeau')), await ask(reverse(HERE)), await ask(search('Lima'))]).toEqual([200, 200, 429])
  })
})
