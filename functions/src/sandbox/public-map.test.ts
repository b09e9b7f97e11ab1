import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectSystems } from '#connectors/connect.ts'
import { municipalityOfDocument } from '#domain/places/index.ts'
import { QUESTION_TYPE } from '#domain/questions/index.ts'
import { getCountry, templateIdSchema } from '#domain/kernel/index.ts'
import { foundAddressSchema, addressMatchesSchema, publicMapSchema } from '#domain/maps/index.ts'
import { keys } from '#domain/store/index.ts'
import { openMemoryStore } from '#tests/support/memory/index.ts'
import { hashToBucket } from '#core/limits/buckets.ts'
import { DEFAULT_TUNING } from '#core/tuning.ts'
import { HOSTILE_TEXTS } from '#tests/support/bad-input/hostile-values.ts'
import { buildCountry, buildMunicipality } from '#tests/support/builders/people.ts'
import { buildPlainTemplate, MUNICIPALITY } from '#tests/support/builders/template.ts'
import { there } from '#tests/support/there.ts'
import { buildWorld, codeOf, type World } from '#tests/support/server/world.ts'
import { MISBEHAVIOURS } from './misbehaviour.ts'
import { startSandbox, type Sandbox } from './start.ts'

/** A public form's map, from an anonymous request to its provider and back, over real HTTP. */
let sandbox: Sandbox
let patience = 10_000
const from: { address: string | undefined } = { address: '192.0.2.1' }
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())
beforeEach(() => {
  sandbox.misbehave(undefined)
  patience = 10_000
  from.address = '192.0.2.1'
})

const FORM = templateIdSchema.parse('farolas')
const COUNTRY = getCountry(municipalityOfDocument(buildPlainTemplate()))
const HERE = { latitude: -31.42, longitude: -64.18 }
const OF_FORM = `/api/public/forms/${FORM}`
const TILE = `${OF_FORM}/tiles/default/15/10541/19411`
const reverse = ({ latitude, longitude }: { readonly latitude: number; readonly longitude: number }) =>
  `${OF_FORM}/geocode/reverse?latitude=${latitude}&longitude=${longitude}`
const search = (text: string) => `${OF_FORM}/geocode?q=${encodeURIComponent(text)}`
const EVERYTHING = [`${OF_FORM}/map`, TILE, search('Rondeau 450'), reverse(HERE)]

const deps = {
  fetch: (url: string, init: RequestInit) => fetch(url, init),
  timeout: (milliseconds: number) => AbortSignal.timeout(Math.min(patience, milliseconds)),
  failed: () => undefined,
}

const formWith = (opcionales: object, more: object = {}) =>
  buildPlainTemplate(
    { id: FORM },
    {
      opcionales: { publico: true, geolocalizacion: true, limitResponses: true, ...opcionales },
      responsesCount: 2,
      ...more,
    },
  )

async function opened(tuning: Partial<typeof DEFAULT_TUNING> = {}): Promise<World> {
  const addressOf = () => from.address
  const world = await buildWorld({ tuning, addressOf }, openMemoryStore(), connectSystems(deps, sandbox.addresses))
  await world.put(MUNICIPALITY, { ...buildMunicipality(), ubicacion: HERE })
  await world.put(keys.template(FORM), formWith({}))
  return world
}
const get = (world: World, path: string) => world.ask('GET', path)
const outcomeOf = async (response: Response) => [response.status, await codeOf(response)]

describe('the map of a public form', () => {
  it('says its layers and where it begins, is drawn, and knows addresses, for anyone who has no account', async () => {
    const world = await opened()
    const map = publicMapSchema.parse(await (await get(world, `${OF_FORM}/map`)).json())
    expect([map.layers.map(({ layer }) => layer), map.geocoder, map.centre]).toEqual([
      ['default', 'satellite'],
      true,
      HERE,
    ])
    const tile = await get(world, TILE)
    expect([tile.status, tile.headers.get('content-type'), tile.headers.get('cross-origin-resource-policy')]).toEqual([
      200,
      'image/png',
      'same-origin',
    ])
    const { places } = addressMatchesSchema.parse(await (await get(world, search('av. colon 4521'))).json())
    expect(places[0]?.direccion).toBe('Av. Colón 4521, Córdoba, Argentina')
    const back = foundAddressSchema.parse(await (await get(world, reverse(there(places[0]).latlng))).json())
    expect(back.direccion).toBe(places[0]?.direccion)
    expect(world.log).toEqual([])
  })

  it('begins at the city of the specification where the municipality has no position', async () => {
    const world = await opened()
    await world.put(MUNICIPALITY, buildMunicipality())
    const { centre } = publicMapSchema.parse(await (await get(world, `${OF_FORM}/map`)).json())
    expect(centre).toEqual({ latitude: -31.421335, longitude: -64.183188 })
  })

  it('is there for a form whose question alone asks where, under a condition, too', async () => {
    const world = await opened()
    const where = { orden: 0, titulo: 'Dónde', tipoPregunta: QUESTION_TYPE.OPEN, esUbicacion: true }
    const hidden = { conditionalSection: true, conditions: [{ order: 0, condition: 'Otra', questions: [where] }] }
    for (const [at, asks] of [{ preguntas: [where] }, hidden].entries()) {
      const secciones = [{ orden: 0, ...asks }]
      await world.put(keys.template(FORM), formWith({ geolocalizacion: false }, { secciones, version: at + 2 }))
      world.clock.now += 10_000
      expect((await get(world, TILE)).status).toBe(200)
    }
  })

  it.each([
    ['private', 404, 'template.missing', formWith({ publico: false })],
    ['deleted', 410, 'template.deleted', { ...formWith({}), deleted: true }],
    ['one that asks for no place', 403, 'access.forbidden', formWith({ geolocalizacion: false })],
  ])('is not there for a form that is %s, and nobody outside is asked', async (_, status, code, form) => {
    const world = await opened()
    await world.put(keys.template(FORM), form)
    const before = sandbox.asked()
    for (const path of EVERYTHING) expect(await outcomeOf(await get(world, path)), path).toEqual([status, code])
    expect(sandbox.asked()).toBe(before)
  })

  it.each([
    ['municipality.blocked', (world: World) => world.put(MUNICIPALITY, buildMunicipality({ inhabilitado: true }))],
    ['country.blocked', (world: World) => world.put(COUNTRY, buildCountry({ inhabilitado: true }))],
    ['template.missing', (world: World) => world.put(keys.template(FORM), formWith({ publico: false }))],
    ['answer.limit-reached', (world: World) => world.put(keys.templateCounter(FORM), { count: 2 })],
  ])('is gone with the form a few seconds after %s', async (code, close) => {
    const world = await opened()
    expect((await get(world, TILE)).status).toBe(200)
    await close(world)
    world.clock.now += 10_000
    expect(await codeOf(await get(world, TILE))).toBe(code)
  })

  it('is read of the form once for the tiles of a screen', async () => {
    const world = await opened()
    const getMany = world.store.getMany
    let reads = 0
    Object.assign(world.store, {
      getMany: (...asked: Parameters<typeof getMany>) => {
        reads += asked[0].includes(keys.template(FORM)) ? 1 : 0
        return getMany(...asked)
      },
    })
    const statuses = (await Promise.all(Array.from({ length: 8 }, () => get(world, TILE)))).map(({ status }) => status)
    expect([new Set(statuses), reads]).toEqual([new Set([200]), 1])
  })

  it('is of the municipality’s surroundings, so that it is no one’s map of the world', async () => {
    const world = await opened()
    const before = sandbox.asked()
    const lima = { latitude: -12.05, longitude: -77.04 }
    for (const square of ['9/146/273', '12/1171/2186', '15/9371/17488', '18/74973/139911']) {
      const response = await get(world, `${OF_FORM}/tiles/satellite/${square}`)
      expect(await outcomeOf(response)).toEqual([404, 'map.tile-missing'])
    }
    expect(await (await get(world, reverse(lima))).json()).toEqual({ direccion: null, attribution: '' })
    expect(sandbox.asked()).toBe(before)
    // Both cities have a street with this name.
    const { places } = addressMatchesSchema.parse(await (await get(world, search('Calle 60'))).json())
    expect(places.length).toBeGreaterThan(0)
    expect(places.every(({ direccion }) => direccion.includes('Córdoba'))).toBe(true)
  })

  it.each(['4/0/0', '19/0/0', '12/4096/0', '12/-1/0', '12/1.5/0', '12/x/0', '12/1317/2424%2f..%2f'])(
    'ends at its edges: %s',
    async (place) => {
      const response = await get(await opened(), `${OF_FORM}/tiles/default/${place}`)
      expect(response.status).toBe(404)
    },
  )

  it.each(HOSTILE_TEXTS)('is refused clearly whatever is in its address: %j', async (text) => {
    const world = await opened()
    const hostile = encodeURIComponent(text.toWellFormed())
    for (const path of [
      `/api/public/forms/${hostile}/map`,
      `/api/public/forms/${hostile}/tiles/default/15/10541/19411`,
      `${OF_FORM}/tiles/${hostile}/15/10541/19411`,
      `${OF_FORM}/tiles/default/15/${hostile}/19411`,
      `${OF_FORM}/geocode?q=${hostile}`,
      `${OF_FORM}/geocode/reverse?latitude=${hostile}&longitude=1`,
    ])
      expect((await get(world, path)).status, path).toBeLessThan(500)
    expect(world.log).toEqual([])
  })

  it.each(MISBEHAVIOURS)('whose provider has a bad day says so in time: %s', async (how) => {
    const world = await opened()
    sandbox.misbehave(how)
    patience = 300
    expect(await outcomeOf(await get(world, TILE))).toEqual([502, 'map.tile-failed'])
    expect(await outcomeOf(await get(world, search('Rondeau 450')))).toEqual([502, 'map.geocode-failed'])
    expect(await outcomeOf(await get(world, reverse(HERE)))).toEqual([502, 'map.geocode-failed'])
  })

  it('is not there where none is connected', async () => {
    const world = await buildWorld()
    await world.put(keys.template(FORM), formWith({}))
    expect(await (await get(world, `${OF_FORM}/map`)).json()).toMatchObject({ layers: [], geocoder: false })
    for (const path of [TILE, search('Rondeau 450'), reverse(HERE)])
      expect(await outcomeOf(await get(world, path))).toEqual([501, 'connector.not-configured'])
  })
})

describe('the pace of the public’s map', () => {
  const OTHER = '198.51.100.7'

  it('of tiles is of an address, which others do not share…', async () => {
    const world = await opened({ publicTilesBurstPerAddress: 3, publicTilesIntervalPerAddress: 1000 })
    for (const expected of [200, 200, 200, 429]) expect((await get(world, TILE)).status).toBe(expected)
    expect((await get(world, TILE)).headers.get('retry-after')).toBe('1')
    from.address = OTHER
    expect((await get(world, TILE)).status).toBe(200)
    from.address = '192.0.2.1'
    world.clock.now += 1000
    expect([(await get(world, TILE)).status, (await get(world, TILE)).status]).toEqual([200, 429])
  })

  it('…and holds for everything that is asked of the map, before a form is looked for', async () => {
    for (const path of EVERYTHING) {
      const world = await opened({ publicTilesBurstPerAddress: 1, publicTilesIntervalPerAddress: 60_000 })
      await get(world, path.replace(FORM, 'nowhere'))
      expect([path, (await get(world, path)).status]).toEqual([path, 429])
    }
  })

  it('…and of the form, from however many addresses', async () => {
    const world = await opened({ publicTilesBurstPerForm: 3, publicTilesIntervalPerForm: 1000 })
    const statuses = []
    for (let n = 0; n < 5; n += 1) {
      from.address = n === 4 ? undefined : `198.51.100.${n}`
      statuses.push((await get(world, TILE)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429])
  })

  it('of questions to the geocoder is tighter, by address, and lets the map alone', async () => {
    const world = await opened()
    for (let n = 0; n < DEFAULT_TUNING.publicGeocodeBurstPerAddress; n += 1)
      expect((await get(world, n % 2 === 0 ? search(`Rondeau ${n}`) : reverse(HERE))).status).toBe(200)
    expect(await outcomeOf(await get(world, search('Rondeau 450')))).toEqual([429, 'request.too-many'])
    expect(await outcomeOf(await get(world, reverse(HERE)))).toEqual([429, 'request.too-many'])
    expect((await get(world, TILE)).status).toBe(200)
    from.address = OTHER
    expect((await get(world, reverse(HERE))).status).toBe(200)
  })

  it('of questions has a bound of each form for a day, which a restart does not forget', async () => {
    const tuning = { publicGeocodeBurstPerForm: 3, publicGeocodeIntervalPerForm: 24 * 3_600_000 }
    const world = await opened(tuning)
    const statuses = []
    for (let n = 0; n < 5; n += 1) {
      from.address = `198.51.100.${n}`
      statuses.push((await get(world, reverse(HERE))).status)
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429])
    expect(await world.store.get(await hashToBucket('public-geocode-form', FORM))).toMatchObject({ count: 3 })
    world.clock.now += 24 * 3_600_000
    expect((await get(world, reverse(HERE))).status).toBe(200)
  })

  it('…and one of its municipality, however many forms there are', async () => {
    const tuning = { publicGeocodeBurstPerMunicipality: 3, publicGeocodeIntervalPerMunicipality: 24 * 3_600_000 }
    const world = await opened(tuning)
    const statuses = []
    for (let n = 0; n < 5; n += 1) {
      from.address = `198.51.100.${n}`
      const id = templateIdSchema.parse(`farolas-${n}`)
      await world.put(keys.template(id), { ...formWith({}), id })
      statuses.push((await get(world, reverse(HERE).replace(FORM, id))).status)
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429])
    expect((await get(world, TILE)).status).toBe(200)
  })

  it('of tiles leaves lines free while a provider does not answer', async () => {
    const world = await opened({ publicTilesUnderWay: 2 })
    sandbox.misbehave('silence')
    patience = 300
    const asked = [0, 1, 2, 3].map(() => get(world, TILE))
    const outcomeOf = (await Promise.all(asked)).map(({ status, headers }) => [status, headers.get('retry-after')])
    expect(outcomeOf.filter(([status]) => status === 502)).toHaveLength(2)
    expect(outcomeOf.filter(([status]) => status === 503)).toEqual([
      [503, '1'],
      [503, '1'],
    ])
    sandbox.misbehave(undefined)
    expect((await get(world, TILE)).status).toBe(200)
  })

  it('lets those who have an account at the same address alone', async () => {
    const world = await opened({ publicTilesBurstPerAddress: 1 })
    await get(world, TILE)
    expect((await get(world, TILE)).status).toBe(429)
    const cookie = await world.signIn('ines')
    expect((await world.ask('GET', '/api/tiles/default/15/10541/19411', { cookie })).status).toBe(200)
  })
})
