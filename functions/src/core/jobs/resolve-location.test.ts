import { describe, expect, it } from 'vitest'
import type { Answer } from '#domain/answers/index.ts'
import { ok, PUBLIC_AUTHOR, refuse, toInstant, type Result } from '#domain/kernel/index.ts'
import type { FoundAddress } from '#domain/maps/index.ts'
import { keys } from '#domain/store/index.ts'
import { buildPlainSubmit, DEVICE } from '#tests/support/builders/submit.ts'
import { buildPlainTemplate } from '#tests/support/builders/template.ts'
import { buildWorld, type World } from '#tests/support/server/world.ts'
import { hashToBucket } from '../limits/buckets.ts'
import type { Connectors, Geocoder } from '../ports.ts'
import { DEFAULT_TUNING } from '../tuning.ts'
import { runDueJobs } from './run-due.ts'

const HERE = { latitude: -31.41, longitude: -64.18 }
const submit = buildPlainSubmit(1)

/** A geocoder that names each point, or behaves as `next` says. */
function geocoder() {
  const state = { asked: 0, next: undefined as (() => Promise<Result<FoundAddress>>) | undefined }
  const client: Geocoder = {
    search: async () => ok({ places: [], attribution: '' }),
    addressOf: async ({ latitude }) => {
      state.asked += 1
      return state.next?.() ?? ok({ direccion: `Calle ${Math.round(-latitude * 100)}`, attribution: '' })
    },
  }
  return { state, connectors: { geocoders: { 'map-search': client } } satisfies Connectors }
}

/** ines has answered a form with a location question, with this location. */
async function answered(location: object | undefined, connectors?: Connectors): Promise<World> {
  const world = await buildWorld({}, undefined, connectors)
  const template = buildPlainTemplate({}, { opcionales: { geolocalizacion: true } })
  await world.put(keys.template(template.id), template)
  await world.put(keys.templateVersion(template.id, template.version), template)
  const mutation = { ...submit, header: { ...submit.header, ...(location === undefined ? {} : { location }) } }
  const body = { protocol: 1, device: DEVICE, account: 'ines', mutations: [mutation] }
  await world.ask('POST', '/api/sync/push', { cookie: await world.signIn('ines'), body })
  return world
}
const run = (world: World) => runDueJobs(world.ports, world.clock.now, DEFAULT_TUNING)
const answerIn = (world: World) => world.store.get(keys.answer(submit.answer))
const jobs = (world: World) => world.store.count({ collection: 'jobs' })
async function rewrite(world: World, ubicacion: Answer['ubicacion']): Promise<void> {
  await world.put(keys.answer(submit.answer), { ...(await answerIn(world)), ubicacion } as never)
}

describe('a point that came without an address', () => {
  it('is given one on arrival, once, and the answer is no other version for it', async () => {
    const { connectors, state } = geocoder()
    const world = await answered({ latlng: HERE, direccion: '' }, connectors)
    expect(await answerIn(world)).toMatchObject({ ubicacion: { latlng: HERE, direccion: '' } })
    expect([await run(world), await run(world), state.asked, await jobs(world)]).toEqual([1, 0, 1, 0])
    expect(await answerIn(world)).toMatchObject({ version: 1, ubicacion: { latlng: HERE, direccion: 'Calle 3141' } })
  })

  it('is looked up again later while the geocoder fails, and until then the answer is whole', async () => {
    const { connectors, state } = geocoder()
    const world = await answered({ latlng: HERE, direccion: '' }, connectors)
    state.next = async () => refuse('map.geocode-failed')
    await run(world)
    expect([await jobs(world), (await answerIn(world))?.ubicacion]).toEqual([1, { latlng: HERE, direccion: '' }])
    state.next = undefined
    world.clock.now += 60_000
    await run(world)
    expect((await answerIn(world))?.ubicacion?.direccion).toBe('Calle 3141')
  })

  it('that has no address stays a point', async () => {
    const { connectors, state } = geocoder()
    const world = await answered({ latlng: HERE, direccion: '' }, connectors)
    state.next = async () => ok({ direccion: null, attribution: '' })
    await run(world)
    expect([await jobs(world), (await answerIn(world))?.ubicacion]).toEqual([0, { latlng: HERE, direccion: '' }])
  })

  it.each([
    ['somebody has written one meanwhile', { latlng: HERE, direccion: 'Belgrano 1' }],
    ['it was moved meanwhile', { latlng: { latitude: -31.5, longitude: -64 }, direccion: '' }],
  ])('is left as it is when %s', async (_, ubicacion) => {
    const { connectors, state } = geocoder()
    const world = await answered({ latlng: HERE, direccion: '' }, connectors)
    state.next = async () => {
      await rewrite(world, ubicacion)
      return ok({ direccion: 'Calle 3141', attribution: '' })
    }
    await run(world)
    expect((await answerIn(world))?.ubicacion).toEqual(ubicacion)
  })

  it('of the public is asked for as often as the public may ask, and in its turn after that', async () => {
    const { connectors, state } = geocoder()
    const world = await answered({ latlng: HERE, direccion: '' }, connectors)
    const answer = await answerIn(world)
    await world.put(keys.answer(submit.answer), { ...answer, authorId: PUBLIC_AUTHOR } as never)
    const { publicGeocodeBurstPerForm: burst, publicGeocodeIntervalPerForm: interval } = DEFAULT_TUNING
    const full = { count: burst, at: world.clock.now, expiresAt: toInstant(world.clock.now) }
    await world.put(await hashToBucket('public-geocode-form', submit.template), full as never)
    expect([await run(world), state.asked]).toEqual([1, 0])
    expect(await world.store.query({ collection: 'jobs', limit: 2 })).toMatchObject([{ document: { attempts: 0 } }])
    world.clock.now += interval + 1_000
    expect([await run(world), state.asked, await jobs(world)]).toEqual([1, 1, 0])
  })

  it('waits for no one where there is no geocoder', async () => {
    const world = await answered({ latlng: HERE, direccion: '' })
    expect([await jobs(world), (await answerIn(world))?.ubicacion?.latlng]).toEqual([0, HERE])
  })
})

describe('a location', () => {
  it.each([[{ direccion: 'San Juan 1200' }], [{ latlng: HERE, direccion: 'San Juan 1200' }]])(
    'with an address is what its author wrote: %j',
    async (location) => {
      const { connectors } = geocoder()
      const world = await answered(location, connectors)
      expect([await jobs(world), (await answerIn(world))?.ubicacion]).toEqual([0, location])
    },
  )

  it.each([[undefined], [{ direccion: '  ' }]])('with neither address nor point is refused: %j', async (location) => {
    const { connectors } = geocoder()
    const world = await answered(location, connectors)
    expect([await jobs(world), await answerIn(world)]).toEqual([0, undefined])
  })
})
