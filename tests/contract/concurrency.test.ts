import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { openMemoryStore } from '#tests/support/memory/index.ts'
import type { Store } from '#core/ports.ts'
import { buildVersionWrites } from '#domain/templates/judge/index.ts'
import { templateIdSchema, userIdSchema } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { type PushResponse, pushResponseSchema } from '#domain/sync/index.ts'
import type { SubmitMutation } from '#domain/answering/index.ts'
import { openSqliteStore } from '#embedded/sqlite/store.ts'
import { buildPlainSubmit, DEVICE } from '#tests/support/builders/submit.ts'
import { buildPlainTemplate, MUNICIPALITY } from '#tests/support/builders/template.ts'
import { enrolApp, factorsOf } from '#tests/support/server/factors.ts'
import { buildWorld, type World } from '#tests/support/server/world.ts'

// Hazard: concurrent requests. Each goes through the whole server, from Request to Response, all at once.

const cleanUps: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
})

async function sqliteOnFile(): Promise<Store> {
  const folder = await mkdtemp(join(tmpdir(), 'relevo-concurrency-'))
  const store = openSqliteStore(join(folder, 'relevo.sqlite'))
  cleanUps.push(async () => {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  })
  return store
}

const STORES: readonly (readonly [string, () => Promise<Store>])[] = [
  ['memory', async () => openMemoryStore()],
  ['SQLite on file', sqliteOnFile],
]

async function pushAll(
  world: World,
  batches: readonly (readonly SubmitMutation[])[],
): Promise<readonly PushResponse['results'][number][]> {
  const cookie = await world.signIn('ines')
  const responses = await Promise.all(
    batches.map((mutations) =>
      world.ask('POST', '/api/sync/push', {
        cookie,
        body: { protocol: 1, device: DEVICE, account: 'ines', mutations },
      }),
    ),
  )
  const parsed = await Promise.all(responses.map(async (response) => pushResponseSchema.parse(await response.json())))
  return parsed.flatMap(({ results }) => results)
}

const lastNumber = async ({ store }: World) => (await store.get(MUNICIPALITY))?.lastKeyNumber
const codesOf = (results: readonly PushResponse['results'][number][]) =>
  results.flatMap((result) => (result.status === 'applied' ? [result.code] : []))

describe.each(STORES)('%s', (_name, open) => {
  it.each([2, 5, 50, 500])(
    'one answer posted %i times at once is one answer with one code, and each reply says the same',
    async (times) => {
      const world = await buildWorld({}, await open())
      const submit = buildPlainSubmit(1)
      const results = await pushAll(
        world,
        Array.from({ length: times }, () => [submit]),
      )
      expect(new Set(codesOf(results))).toEqual(new Set(['VIS1']))
      expect(codesOf(results)).toHaveLength(times)
      expect(await world.store.count({ collection: 'respuestas_formularios', where: { idPlantilla: 'nota' } })).toBe(1)
      expect(await lastNumber(world)).toBe(1)
    },
  )

  it('500 answers at once take 500 codes without a gap or a twin', async () => {
    const world = await buildWorld({}, await open())
    const results = await pushAll(
      world,
      Array.from({ length: 500 }, (_, seed) => [buildPlainSubmit(seed)]),
    )
    const numbers = codesOf(results).map((code) => Number(code.slice(3)))
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 500 }, (_, index) => index + 1))
  })

  it.each([1, 10, 100])(
    'a limit of %i under 500 writers accepts exactly that many; the others are held, none is lost',
    async (limit) => {
      const world = await buildWorld({}, await open())
      const template = buildPlainTemplate({}, { opcionales: { limitResponses: true }, responsesCount: limit })
      await world.put(keys.template(template.id), template)
      const results = await pushAll(
        world,
        Array.from({ length: 500 }, (_, seed) => [buildPlainSubmit(seed)]),
      )
      expect(results.filter(({ status }) => status === 'applied')).toHaveLength(limit)
      expect(results.filter(({ status }) => status === 'held')).toHaveLength(500 - limit)
      expect(await world.store.count({ collection: 'respuestas_formularios', where: { idPlantilla: 'nota' } })).toBe(
        limit,
      )
      expect(await lastNumber(world)).toBe(limit)
    },
  )

  it('a form that takes one answer of each citizen accepts one of 100 that come at once; the others are held', async () => {
    const world = await buildWorld({}, await open())
    const id = templateIdSchema.parse('una-vez')
    const template = buildPlainTemplate({ id }, { opcionales: { singleAnswer: true, ciudadano: true } })
    for (const { key, document } of buildVersionWrites(template)) await world.put(key, document)
    const header = { citizen: { nombre: 'Ana', apellido: 'Paz', dni: '30111222' }, signatures: [] }
    const results = await pushAll(
      world,
      Array.from({ length: 100 }, (_, seed) => [buildPlainSubmit(seed, 'x', { header, template: id })]),
    )
    expect(results.filter(({ status }) => status === 'applied')).toHaveLength(1)
    expect(results.filter(({ status }) => status === 'held')).toHaveLength(99)
    expect(await world.store.count({ collection: 'respuestas_formularios', where: { idPlantilla: id } })).toBe(1)
  })

  it('factors that are all removed at once leave either one with its recovery codes, or nothing', async () => {
    const world = await buildWorld({}, await open())
    const { cookie } = await enrolApp(world, 'ines')
    const { cookie: own } = await enrolApp(world, 'ines', cookie)
    const { factors } = await factorsOf(world, own)
    expect(factors).toHaveLength(2)
    const removals = await Promise.all(
      [...factors, ...factors].map(({ id }) => world.ask('DELETE', `/api/factors/${id}?language=es`, { cookie: own })),
    )
    const removed = removals.filter(({ status }) => status === 204).length
    expect(removed).toBeGreaterThan(0)
    expect(removals.every(({ status }) => status < 500)).toBe(true)
    const left = await world.store.get(keys.factors(userIdSchema.parse('ines')))
    expect(left?.factors.length).toBe(removed === 2 ? undefined : 1)
  })
})
