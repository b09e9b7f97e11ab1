import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formTemplateSchema, validateTemplate } from '#domain/templates/index.ts'
import { keys } from '#domain/store/index.ts'
import { pullResponseSchema } from '#domain/sync/index.ts'
import { HOSTILE_TEXTS, HOSTILE_VALUES } from '#tests/support/bad-input/hostile-values.ts'
import { AREA } from '#tests/support/builders/template.ts'
import { buildDraft, templateIdOf } from '#tests/support/server/templates.ts'
import { buildWorld, type World } from '#tests/support/server/world.ts'

/** Number of generated cases; RELEVO_BAD_INPUTS=100000 makes a long run. */
const RUNS = Number(process.env['RELEVO_BAD_INPUTS'] ?? 1000)
const ID = templateIdOf('A')
/** No rate limit, because a long run has many cases. */
const UNHURRIED = { tuning: { formsBurst: 1e9 } }

type Path = readonly (string | number)[]

const RICH = buildDraft({
  opcionales: { publico: true, linkOnly: true, checksAnswers: true, customizedVoucher: true, digitalSignature: true },
  textoEmergencia: 'Llame al 911',
  textoEmergenciaAlternativeLanguage_en: 'Call 911',
  customizedVoucherText: 'Gracias',
  pdfSettings: { logoChecked: true, text: 'Municipio', answerSize: 10 },
  responsesCount: 5,
  muniCore: undefined,
})

/** Every place of the draft, with its path; lists are entered at their first member. */
function placesOf(value: unknown, path: Path = []): readonly Path[] {
  const inner = entriesOf(value).flatMap(([key, item]) => placesOf(item, [...path, key]))
  return [...(path.length === 0 ? [] : [path]), ...inner]
}

function entriesOf(value: unknown): readonly (readonly [string | number, unknown])[] {
  if (Array.isArray(value)) return value.slice(0, 1).map((item: unknown, index) => [index, item] as const)
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

function withValue(draft: unknown, path: Path, value: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return value
  const copy = Array.isArray(draft) ? [...(draft as unknown[])] : { ...(draft as Record<string, unknown>) }
  Object.assign(copy, { [key]: withValue((draft as Record<string | number, unknown>)[key], rest, value) })
  return copy
}

/**
 * Whatever was sent: either nothing is stored, or a template that devices can read, within the rules, with an equal
 * version.
 */
async function expectWhole({ store, log }: World): Promise<void> {
  expect(log).toEqual([])
  for (const { key, document } of await store.query({ collection: 'formularios', limit: 1000 })) {
    const template = formTemplateSchema.parse(document)
    expect(key).toBe(`formularios/${template.id}`)
    expect(template).toEqual(document)
    expect(validateTemplate(template)).toEqual([])
    expect(await store.get(keys.templateVersion(template.id, template.version))).toEqual(document)
  }
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
}

const PLACES = placesOf(RICH)
const remove = async (world: World, ...gone: readonly string[]) =>
  world.store.commit({
    keysFor: () => [],
    decide: () => ({ result: 0, writes: gone.map((key) => ({ kind: 'delete' as const, key })) }),
  })

describe('a template with something hostile in one place', () => {
  it('is otherwise good, and has many places', async () => {
    const world = await buildWorld()
    const response = await world.ask('POST', '/api/templates', {
      cookie: await world.signIn('gil'),
      body: { id: ID, draft: RICH },
    })
    expect([response.status, PLACES.length > 70]).toEqual([200, true])
  })

  it.each(HOSTILE_VALUES)('is refused, or stored whole: %s', async (name, value) => {
    const world = await buildWorld(UNHURRIED)
    const cookie = await world.signIn('gil')
    // Each value in every fourth place, and each place with every fourth value; the generated templates cover the rest.
    const turn = HOSTILE_VALUES.findIndex(([other]) => other === name)
    const places = PLACES.filter(
      (_place, index) => (index + turn) % (JSON.stringify(value).length > 50_000 ? 12 : 4) === 0,
    )
    for (const path of places) {
      const response = await world.ask('POST', '/api/templates', {
        cookie,
        body: { id: ID, draft: withValue(RICH, path, value) },
      })
      expect([200, 400, 403, 413, 422], path.join('.')).toContain(response.status)
      if (response.status !== 200) continue
      await expectWhole(world)
      await remove(world, keys.template(ID), keys.templateVersion(ID, 1))
    }
    await expectWhole(world)
  })

  it('or in the request around it, is answered', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('sofia')
    for (const [name, text] of HOSTILE_TEXTS) {
      const copy = { id: templateIdOf('C'), area: AREA }
      const requests: readonly (readonly [string, string, unknown])[] = [
        ['POST', '/api/templates', { id: text, draft: RICH }],
        ['POST', '/api/templates', { id: ID, draft: text }],
        ['PUT', '/api/templates/comercios', { base: text, draft: RICH }],
        ['PUT', '/api/templates/comercios/scope', { publico: text }],
        ['POST', '/api/templates/comercios/duplicate', { ...copy, id: text }],
        ['POST', '/api/templates/comercios/duplicate', { ...copy, area: text }],
        ['POST', '/api/templates/comercios/images', text],
        ['POST', '/api/getMuniCoreAreas', { data: { username: text } }],
      ]
      for (const [method, path, body] of requests) {
        const response = await world.ask(method, path, { cookie, body })
        expect(response.status, `${name}: ${method} ${path}`).toBeGreaterThanOrEqual(400)
        expect(response.status, `${name}: ${method} ${path}`).toBeLessThan(502)
      }
    }
    await expectWhole(world)
    expect(await world.store.count({ collection: 'imagenes' })).toBe(0)
  })
})

describe('generated templates', () => {
  const word = fc.oneof(
    fc.constantFrom(...HOSTILE_TEXTS.filter(([, text]) => text.length < 1000).map(([, text]) => text)),
    fc.string({ unit: 'binary' }),
  )
  const anything = fc.oneof(
    fc.jsonValue({ maxDepth: 4 }),
    word,
    fc.double(),
    fc.integer(),
    fc.boolean(),
  ) as fc.Arbitrary<unknown>
  const change = fc.tuple(fc.constantFrom(...PLACES), anything)

  it(
    'are refused, or stored whole and brought to devices by the pull',
    async () => {
      const world = await buildWorld(UNHURRIED)
      const [gil, ines] = [await world.signIn('gil'), await world.signIn('ines')]
      let [version, stored] = [0, 0]
      const property = fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
        const draft = changes.reduce<unknown>(
          (before, [path, value]) => (isThere(before, path) ? withValue(before, path, value) : before),
          RICH,
        )
        const response =
          version === 0
            ? await world.ask('POST', '/api/templates', { cookie: gil, body: { id: ID, draft } })
            : await world.ask('PUT', `/api/templates/${ID}`, { cookie: gil, body: { base: version, draft } })
        expect([200, 400, 403, 422]).toContain(response.status)
        expect(world.log).toEqual([])
        if (response.status !== 200) return
        stored += 1
        version = ((await response.json()) as { readonly template: { readonly version: number } }).template.version
        await expectWhole(world)
        const pulled = await world.ask('GET', '/api/sync/pull', { cookie: ines })
        expect(pullResponseSchema.parse(await pulled.json()).templates.find(({ id }) => id === ID)?.version).toBe(
          version,
        )
      })
      await fc.assert(property, { numRuns: RUNS })
      // Otherwise all cases would have been refused at once.
      expect(stored).toBeGreaterThan(RUNS / 50)
    },
    60_000 + RUNS * 40,
  )
})

/** An earlier change may have removed the place. */
function isThere(value: unknown, path: Path): boolean {
  const [key, ...rest] = path
  if (key === undefined) return true
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.hasOwn(value, key) &&
    isThere((value as Record<string | number, unknown>)[key], rest)
  )
}
