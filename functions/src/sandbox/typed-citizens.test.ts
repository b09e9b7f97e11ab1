import { describe, expect, it } from 'vitest'
import { hashToBucket } from '#core/limits/buckets.ts'
import { runDueJobs } from '#core/jobs/run-due.ts'
import { DEFAULT_TUNING } from '#core/tuning.ts'
import { unsettledPageSchema, citizenSchema } from '#domain/citizens/index.ts'
import { keys } from '#domain/store/index.ts'
import { correct } from '#tests/support/builders/changes.ts'
import { buildMunicipality, buildUser } from '#tests/support/builders/people.ts'
import { buildPlainSubmit, DEVICE } from '#tests/support/builders/submit.ts'
import { buildPlainTemplate, MUNICIPALITY, NOW, OTHER_AREA } from '#tests/support/builders/template.ts'
import { addPerson, codeOf, type World } from '#tests/support/server/world.ts'
import { callAs, citizenActs, withRegistry } from '#tests/support/server/registry.ts'

/** Typed citizens, from the device's message to the registry and back. */
const registry = withRegistry()

const form = buildPlainTemplate({}, { opcionales: { ciudadano: true } })
/** Sends an answer of ines with a typed citizen. @returns its id */
async function arrived(world: World, citizen: object, seed = 1) {
  await world.put(keys.template(form.id), form)
  await world.put(keys.templateVersion(form.id, form.version), form)
  const plain = buildPlainSubmit(seed)
  const submit = { ...plain, header: { ...plain.header, citizen: citizenSchema.parse(citizen) } }
  const body = { protocol: 1, device: DEVICE, account: 'ines', mutations: [submit] }
  const response = await world.ask('POST', '/api/sync/push', { cookie: await world.signIn('ines'), body })
  expect(await response.json()).toMatchObject({ results: [{ status: 'applied' }] })
  return submit.answer
}
const run = (world: World) => runDueJobs(world.ports, world.clock.now)
const listed = async (world: World, who: string) =>
  unsettledPageSchema.parse(
    await (await world.ask('GET', '/api/citizens/unsettled', { cookie: await world.signIn(who) })).json(),
  )
const settle = async (world: World, who: string, answer: string, body: object) =>
  world.ask('POST', `/api/citizens/${answer}/settle`, { cookie: await world.signIn(who), body })

const ROSA = { dni: '30111222', nombre: 'Rosa', apellido: 'Leiva' }
const UNKNOWN = { dni: '35000001', nombre: 'Nadia', apellido: 'Ruiz', email: 'nadia@example.org' }

describe('a citizen who was typed in', () => {
  it('is looked up when the answer has arrived, once', async () => {
    const world = await registry.connected()
    const answer = await arrived(world, ROSA)
    expect([await run(world), await run(world)]).toEqual([1, 0])
    expect((await world.store.get(keys.answer(answer)))?.datosCiudadano).toMatchObject({
      id: '9001',
      email: 'rosa.leiva@example.org',
    })
    expect((await listed(world, 'sofia')).total).toBe(0)
  })

  it('is looked up when a correction has put them there, at the pace of who did and noted as theirs', async () => {
    const world = await registry.connected()
    const answer = await arrived(world, UNKNOWN)
    await run(world)
    expect((await listed(world, 'sofia')).total).toBe(1)
    const seen = (await world.store.get(keys.answer(answer)))?.datosCiudadano
    const citizen = { seen, value: citizenSchema.parse(ROSA) }
    const correction = { values: [], conditions: [], rows: [], citizen }
    const mutation = { ...correct(correction), answer, template: form.id, version: form.version }
    const body = { protocol: 1, device: DEVICE, account: 'sofia', mutations: [mutation] }
    const response = await world.ask('POST', '/api/sync/push', { cookie: await world.signIn('sofia'), body })
    expect(await response.json()).toMatchObject({ results: [{ status: 'applied' }] })
    expect((await listed(world, 'sofia')).total).toBe(0)
    expect([await run(world), await run(world)]).toEqual([1, 0])
    expect((await world.store.get(keys.answer(answer)))?.datosCiudadano).toMatchObject({ id: '9001', nombre: 'Rosa' })
    expect((await citizenActs(world)).map(({ username }) => username)).toEqual(['ines', 'sofia'])
  })

  it('with an id is looked up, too', async () => {
    const world = await registry.connected()
    await arrived(world, { ...ROSA, id: '9002' })
    expect([await run(world), (await listed(world, 'sofia')).total]).toEqual([1, 1])
  })

  it('waits while the registry is out of reach, and is looked up afterwards', async () => {
    const world = await registry.connected()
    const answer = await arrived(world, ROSA)
    registry.sandbox.misbehave('failing')
    await run(world)
    expect(await world.store.get(keys.job(`citizen.check~${answer}`))).toMatchObject({
      state: 'waiting',
      lastProblem: { code: 'citizen.search-failed' },
    })
    registry.sandbox.misbehave(undefined)
    world.clock.now += 60_000
    await run(world)
    expect((await world.store.get(keys.answer(answer)))?.datosCiudadano?.id).toBe('9001')
  })

  it('whom no one knows is listed for those who correct such answers, and created by one of them, once', async () => {
    const world = await registry.connected()
    const answer = await arrived(world, UNKNOWN)
    await run(world)
    await addPerson(world.put, buildUser('otto', 'ROLE_SUPERVISOR_CORRECTOR', [OTHER_AREA]))
    expect(await listed(world, 'sofia')).toMatchObject({
      total: 1,
      citizens: [{ answer, reason: 'not-found', citizen: { nombre: 'Nadia' } }],
    })
    expect((await listed(world, 'ada')).total).toBe(1)
    for (const who of ['uma', 'otto']) {
      expect((await listed(world, who)).citizens).toEqual([])
      expect(await codeOf(await settle(world, who, answer, { how: 'typed' }))).toBe('answer.missing')
    }
    expect((await settle(world, 'ines', answer, { how: 'typed' })).status).toBe(403)
    const settled = await settle(world, 'sofia', answer, { how: 'created' })
    expect(await settled.json()).toMatchObject({ citizen: { nombre: 'Nadia', _source: 'registry' } })
    expect((await listed(world, 'sofia')).total).toBe(0)
    expect(await codeOf(await settle(world, 'ada', answer, { how: 'created' }))).toBe('citizen.settled')
    expect(await callAs(world, 'ines', 'getCitizen', { dni: '35000001' })).toMatchObject([200, { status: 'ok' }])
    expect((await citizenActs(world)).map(({ action, details }) => [action, details])).toContainEqual([
      'citizen.settled',
      { how: 'created' },
    ])
  })

  it('under whose number the registry has someone else is settled with whom the person has seen, or not at all', async () => {
    const world = await registry.connected()
    const answer = await arrived(world, { ...ROSA, nombre: 'Hugo', apellido: 'Sosa' })
    await run(world)
    expect((await listed(world, 'sofia')).citizens).toMatchObject([{ reason: 'other-name', found: '9001' }])
    const other = { how: 'registered', number: '28456789', id: '9001' }
    expect(await codeOf(await settle(world, 'sofia', answer, other))).toBe('citizen.other-found')
    registry.sandbox.misbehave('failing')
    const wish = { how: 'registered', number: '30111222', id: '9001' }
    expect(await codeOf(await settle(world, 'sofia', answer, wish))).toBe('citizen.search-failed')
    registry.sandbox.misbehave(undefined)
    expect((await settle(world, 'sofia', answer, wish)).status).toBe(200)
    expect(await world.store.get(keys.answer(answer))).toMatchObject({
      version: 2,
      datosCiudadano: { nombre: 'Rosa', id: '9001' },
    })
  })

  it('tells anyone who sends in answers no more of the register than looking people up, at the same pace and noted', async () => {
    const world = await registry.connected()
    const numbers = Array.from({ length: 40 }, (_, seed) => String(30_111_222 + seed))
    for (const [seed, dni] of numbers.entries())
      await arrived(world, { dni, nombre: 'Nadie', apellido: 'Nunca' }, seed + 1)
    const lookedUp = async () =>
      (await citizenActs(world)).filter(
        ({ action, details }) => action === 'citizen.looked-up' && details['by'] === 'answer',
      )
    for (let look = 0; look < 5; look += 1) await run(world)
    const most = Math.ceil(DEFAULT_TUNING.citizensBurst / 2)
    expect((await lookedUp()).length).toBe(most)
    expect((await lookedUp())[0]).toMatchObject({ username: 'ines', details: { found: true } })
    const listing = JSON.stringify(await listed(world, 'sofia'))
    expect(listing).toContain('9001')
    for (const word of ['Rosa', 'Leiva', 'rosa.leiva@example.org']) expect(listing).not.toContain(word)
    // The rest waits, because users' requests come first; nothing counts as failed.
    const waiting = await world.store.query({
      collection: 'jobs',
      where: { state: 'waiting', kind: 'citizen.check' },
      limit: 100,
    })
    expect(waiting.map(({ document }) => document.attempts)).toEqual(Array.from({ length: 40 - most }, () => 0))
    expect((await callAs(world, 'ines', 'getCitizen', { dni: '30111222' }))[0]).toBe(200)
    for (let turn = 0; turn < 60; turn += 1) {
      world.clock.now += DEFAULT_TUNING.citizensInterval
      await run(world)
    }
    expect((await lookedUp()).length).toBe(40)
  })

  it('of the public is charged to the form', async () => {
    const world = await registry.connected()
    const answer = await arrived(world, { ...ROSA, nombre: 'Hugo' })
    await world.put(keys.answer(answer), {
      ...(await world.store.get(keys.answer(answer))),
      authorId: 'public',
    } as never)
    const key = await hashToBucket('citizens', `form ${form.id}`)
    await world.put(key, { count: 100, at: world.clock.now, expiresAt: NOW } as never)
    await run(world)
    expect((await listed(world, 'sofia')).total).toBe(0)
    world.clock.now += 100 * DEFAULT_TUNING.citizensInterval
    await run(world)
    expect((await listed(world, 'sofia')).total).toBe(1)
    expect((await citizenActs(world)).at(-1)).toMatchObject({ username: 'public', details: { by: 'answer' } })
  })

  it('lists page by page, the oldest first', async () => {
    const world = await registry.connected()
    for (let seed = 1; seed <= 17; seed += 1) {
      world.clock.now += 1000
      await arrived(world, { ...UNKNOWN, dni: String(36_000_000 + seed) }, seed)
    }
    await run(world)
    world.clock.now += 2 * DEFAULT_TUNING.citizensInterval
    await run(world)
    const first = await listed(world, 'sofia')
    expect([first.citizens.length, first.total, first.previous]).toEqual([15, 17, undefined])
    const cookie = await world.signIn('sofia')
    const path = `/api/citizens/unsettled?after=${encodeURIComponent(first.next ?? '')}`
    const second = unsettledPageSchema.parse(await (await world.ask('GET', path, { cookie })).json())
    expect(second.citizens).toHaveLength(2)
  })

  it('of a municipality without a registry stays as typed, and bothers no one', async () => {
    const world = await registry.connected()
    await world.put(MUNICIPALITY, buildMunicipality())
    const answer = await arrived(world, UNKNOWN)
    await run(world)
    expect((await world.store.get(keys.answer(answer)))?.datosCiudadano?._source).toBe('typed')
    expect([(await listed(world, 'sofia')).total, await run(world)]).toEqual([0, 0])
  })
})
