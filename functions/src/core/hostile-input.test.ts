import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Municipality } from '#domain/places/index.ts'
import { ok, refuse } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { pushResponseSchema, type PushResult } from '#domain/sync/index.ts'
import { HOSTILE_TEXTS, HOSTILE_VALUES } from '#tests/support/bad-input/hostile-values.ts'
import { MUTATION_PLACES, REQUEST_PLACES } from '#tests/support/bad-input/places.ts'
import { changingRoutes } from '#tests/support/bad-input/routes.ts'
import { buildPlainSubmit, buildSubmit, DEVICE } from '#tests/support/builders/submit.ts'
import { buildPlainTemplate, MUNICIPALITY } from '#tests/support/builders/template.ts'
import { buildWorld, type World } from '#tests/support/server/world.ts'
import type { Connectors } from './ports.ts'

/** Number of generated cases; RELEVO_BAD_INPUTS=100000 makes a long run. */
const RUNS = Number(process.env['RELEVO_BAD_INPUTS'] ?? 1000)

/** Providers that find no place, so that every request reaches them. */
const MAPS: Connectors = {
  geocoders: {
    'map-search': {
      search: async () => ok({ places: [], attribution: '' }),
      addressOf: async () => ok({ direccion: null, attribution: '' }),
    },
  },
  tiles: { layers: [], downloads: true, tile: async () => refuse('map.tile-missing') },
}

async function push(world: World, cookie: string, mutations: readonly unknown[]): Promise<readonly PushResult[]> {
  const response = await world.ask('POST', '/api/sync/push', {
    cookie,
    body: { protocol: 1, device: DEVICE, account: 'ines', mutations },
  })
  expect(response.status).toBe(200)
  const { results } = pushResponseSchema.parse(await response.json())
  expect(results).toHaveLength(mutations.length)
  return results
}

/** Never half a row: accepted data have a receipt, a code and a count; refused data have left nothing. */
async function expectWhole({ store, log }: World): Promise<void> {
  expect(log).toEqual([])
  const count = (collection: string) => store.count({ collection })
  const [answers, held, receipts, municipality] = [
    await count('respuestas_formularios'),
    await count('held'),
    await count('receipts'),
    await store.get(MUNICIPALITY),
  ]
  expect(receipts).toBe(answers + held)
  expect((municipality as unknown as Municipality).lastKeyNumber).toBe(answers)
  const counters = await Promise.all(['nota', 'comercios'].map((id) => store.get(`counters/template~${id}`)))
  expect(counters.reduce((sum, counter) => sum + Number(counter?.['count'] ?? 0), 0)).toBe(answers)
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
}

describe('a mutation with something hostile in one place', () => {
  it.each(HOSTILE_VALUES)('is judged alone and leaves nothing by halves: %s', async (_, value) => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    let seed = 0
    const hostile = MUTATION_PLACES.map(([, place]) => place((seed += 1), value))
    // As many at a time as fit into a request.
    const heavy = JSON.stringify(value).length > 10_000
    const batches = heavy ? hostile.map((one) => [one]) : [hostile]
    for (const batch of batches) {
      const results = await push(world, cookie, [...batch, buildPlainSubmit((seed += 1))])
      expect(results.at(-1)).toMatchObject({ status: 'applied' })
    }
    await expectWhole(world)
  })
})

describe('a request with something hostile in one place', () => {
  it.each(HOSTILE_TEXTS)('is answered and never fails: %s', async (_, text) => {
    const world = await buildWorld({}, undefined, MAPS)
    for (const cookie of [await world.signIn('ines'), await world.signIn('ada')])
      for (const [place, build] of REQUEST_PLACES) {
        const request = build(text)
        if (request === undefined) continue
        const [method, path, how] = request
        const response = await world.ask(method, path, { ...how, cookie })
        // 501: the external system is not connected here.
        expect(response.status === 501 || response.status < 500, place).toBe(true)
        const body = await response.text()
        if (response.status >= 400 && method !== 'HEAD') expect(JSON.parse(body), place).toHaveProperty('error')
      }
    await expectWhole(world)
  })
})

describe('generated input', () => {
  const word = fc.oneof(
    fc.constantFrom(...HOSTILE_TEXTS.filter(([, text]) => text.length < 1000).map(([, text]) => text)),
    fc.string({ unit: 'binary' }),
  )
  const anything = fc.oneof(
    fc.jsonValue({ maxDepth: 4 }),
    word,
    fc.double(),
    fc.integer(),
    fc.dictionary(word, fc.jsonValue({ maxDepth: 1 })),
  ) as fc.Arbitrary<unknown>
  const change = fc.record({
    at: fc.array(fc.nat(), { minLength: 1, maxLength: 6 }),
    to: anything,
    how: fc.constantFrom('replace', 'add', 'remove'),
  })

  it(
    'in any place of a submission is judged, and stored whole or not at all',
    async () => {
      const world = await buildWorld()
      const cookie = await world.signIn('ines')
      let seed = 0
      const property = fc.asyncProperty(
        fc.boolean(),
        fc.array(change, { minLength: 1, maxLength: 3 }),
        async (long, changes) => {
          seed += 1
          const mutation = structuredClone(long ? buildSubmit(seed) : buildPlainSubmit(seed)) as unknown
          for (const one of changes) changeAt(mutation, one)
          await push(world, cookie, [mutation])
          await expectWhole(world)
        },
      )
      await fc.assert(property, { numRuns: RUNS })
    },
    60_000 + RUNS * 20,
  )

  it(
    'in any place of a request is answered',
    async () => {
      const world = await buildWorld({}, undefined, MAPS)
      const cookie = await world.signIn('ines')
      const property = fc.asyncProperty(fc.constantFrom(...REQUEST_PLACES), word, async ([, build], text) => {
        const request = build(text)
        if (request === undefined) return
        const [method, path, how] = request
        expect((await world.ask(method, path, { ...how, cookie })).status).toBeLessThan(500)
        expect(world.log).toEqual([])
      })
      await fc.assert(property, { numRuns: RUNS })
      await expectWhole(world)
    },
    60_000 + RUNS * 20,
  )

  it(
    'as a whole body is answered',
    async () => {
      const world = await buildWorld()
      const held = await oneHeld(world)
      const cookies = [await world.signIn('ines'), await world.signIn('sofia'), await world.signIn('ada')]
      // Not `accept`: it reads no body, so the held answer would be accepted.
      const idFor = (path: string): string => {
        if (path.startsWith('/held')) return held
        return path.startsWith('/jobs') ? `incident.create~${held}` : 'nota'
      }
      const routes = changingRoutes(idFor).filter(({ path }) => !path.endsWith('/accept'))
      const bytes = fc.uint8Array({ maxLength: 200 })
      const property = fc.asyncProperty(
        fc.constantFrom(...routes),
        fc.constantFrom(...cookies),
        fc.oneof(fc.json(), bytes),
        async ({ method, path }, cookie, body) => {
          const { status } = await world.ask(method, path, { cookie, body })
          // 501: the external system is not connected here.
          expect(status === 501 || status < 500).toBe(true)
          expect(world.log).toEqual([])
        },
      )
      await fc.assert(property, { numRuns: RUNS })
      await expectWhole(world)
    },
    60_000 + RUNS * 20,
  )
})

/** A held answer of ines, because the form accepts none. @returns its id */
async function oneHeld(world: World): Promise<string> {
  const form = buildPlainTemplate({}, { opcionales: { limitResponses: true }, responsesCount: 1 })
  await world.put(keys.template(form.id), form)
  const submits = [buildPlainSubmit(1), buildPlainSubmit(2)]
  expect((await push(world, await world.signIn('ines'), submits)).map(({ status }) => status)).toEqual([
    'applied',
    'held',
  ])
  return submits[1]?.answer ?? ''
}

type Change = { readonly at: readonly number[]; readonly to: unknown; readonly how: string }

/** Follows `at` down into the value, wrapping around at each level, and changes the value there. */
function changeAt(value: unknown, { at, to, how }: Change): void {
  let place = value as Record<string, unknown>
  for (const [depth, step] of at.entries()) {
    const keys = Object.keys(place)
    const key = keys[step % Math.max(1, keys.length)]
    if (key === undefined) return
    const next = place[key]
    if (depth < at.length - 1 && typeof next === 'object' && next !== null) {
      place = next as Record<string, unknown>
      continue
    }
    if (how === 'remove') delete place[key]
    else place[how === 'add' ? `${key}x` : key] = to
    return
  }
}
