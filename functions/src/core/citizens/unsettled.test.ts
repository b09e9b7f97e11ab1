import { expect, it } from 'vitest'
import { unsettledPageSchema, citizenSchema, type UnsettledCitizen } from '#domain/citizens/index.ts'
import type { Municipality } from '#domain/places/index.ts'
import {
  answerIdSchema,
  citizenIdSchema,
  municipalityPathSchema,
  ok,
  templateIdSchema,
  toInstant,
} from '#domain/kernel/index.ts'
import { type Key, keys, set, unitForKeys } from '#domain/store/index.ts'
import { AREA, MUNICIPALITY } from '#tests/support/builders/template.ts'
import { answerFrom } from '#tests/support/server/answers.ts'
import { buildWorld } from '#tests/support/server/world.ts'
import { there } from '#tests/support/there.ts'

const of = (seed: number) => answerIdSchema.parse(String(seed).padStart(26, '0'))

it('the list of citizens to settle looks at those that have waited longest, where there are more than anybody settles', async () => {
  const world = await buildWorld()
  const lines = Array.from({ length: 2_001 }, (_, seed): UnsettledCitizen => ({
    answer: of(seed),
    template: templateIdSchema.parse('nota'),
    titulo: 'Nota',
    codigoMunicipio: `VIS${seed}`,
    authorId: 'ines' as UnsettledCitizen['authorId'],
    areas: [AREA],
    municipality: municipalityPathSchema.parse(MUNICIPALITY),
    citizen: citizenSchema.parse({ nombre: 'Ana', apellido: 'Paz', dni: '30111223' }),
    reason: 'not-found',
    // The first key is the newest.
    at: toInstant(world.clock.now - seed * 1_000),
  }))
  await world.store.commit(
    unitForKeys([], () => ({ result: null, writes: lines.map((line) => set(keys.unsettled(line.answer), line)) })),
  )
  const reply = await world.ask('GET', '/api/citizens/unsettled', { cookie: await world.signIn('sofia') })
  const { citizens, total } = unsettledPageSchema.parse(await reply.json())
  expect([total, citizens[0]?.answer, citizens[1]?.answer]).toEqual([2_000, of(2_000), of(1_999)])
})

it('is the only order in which they are searched: the cloud keeps no other index', async () => {
  const { store } = await buildWorld()
  const at = (descending: boolean) => ({ field: 'at', descending })
  const containsAny = { field: 'listing.reach', values: [AREA] }
  const search = { collection: 'unsettled' as const, limit: 1 }
  await store.query({ ...search, containsAny, order: at(false) })
  await expect(store.query({ ...search, containsAny, order: at(true) })).rejects.toThrow('at (otherwise)')
  await expect(store.query({ ...search, order: at(false) })).rejects.toThrow('at (otherwise)')
  await expect(store.query({ ...search, where: { at: 'x' } })).rejects.toThrow('at (otherwise)')
})

it('who is put into an answer after someone was created for it is another one in the registry, too', async () => {
  const made = new Map<string, string>()
  const world = await buildWorld({}, undefined, {
    citizens: {
      find: async () => ok(null),
      // A repeated key returns the same citizen.
      create: async ({ dni }, _, key) => {
        const id = citizenIdSchema.parse(made.get(key) ?? `of-${dni}`)
        made.set(key, id)
        return ok({ id, dni, message: '' })
      },
    },
  })
  const known = (await world.store.get(MUNICIPALITY as Key<Municipality>)) ?? {}
  await world.put(MUNICIPALITY, { ...known, idMuniCore: 21 })
  const id = answerIdSchema.parse(await answerFrom(world, 'ines', 1))
  const answer = there(await world.store.get(keys.answer(id)))
  const cookie = await world.signIn('sofia')
  const createFor = async (dni: string): Promise<string | undefined> => {
    const citizen = citizenSchema.parse({ nombre: 'Ana', apellido: 'Paz', dni, _source: 'typed' })
    await world.put(keys.answer(id), { ...answer, datosCiudadano: citizen })
    await world.put(keys.unsettled(id), {
      answer: id,
      citizen,
      areas: answer.areas,
      municipality: MUNICIPALITY,
    } as never)
    const reply = await world.ask('POST', `/api/citizens/${id}/settle`, { cookie, body: { how: 'created' } })
    expect(reply.status).toBe(200)
    return (await world.store.get(keys.answer(id)))?.datosCiudadano?.id
  }
  expect([await createFor('30111222'), await createFor('27555666')]).toEqual(['of-30111222', 'of-27555666'])
})
