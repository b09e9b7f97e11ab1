import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connect } from '#connectors/connect.ts'
import { openMemoryStore } from '#core/memory/store.ts'
import { bucketOf } from '#core/limits/buckets.ts'
import { runDueJobs } from '#core/jobs/run-due.ts'
import { DEFAULT_TUNING } from '#core/tuning.ts'
import { unsettledPageSchema } from '#domain/citizens/index.ts'
import { citizenSchema } from '#domain/documents/index.ts'
import { keys } from '#domain/store/index.ts'
import { correct } from '#tests/support/builders/changes.ts'
import { buildMunicipality, buildUser } from '#tests/support/builders/people.ts'
import { buildPlainSubmit, DEVICE } from '#tests/support/builders/submit.ts'
import { buildPlainTemplate, MUNICIPALITY, NOW, OTHER_AREA } from '#tests/support/builders/template.ts'
import { addPerson, buildWorld, codeOf, FOREIGN_MUNICIPALITY, type World } from '#tests/support/server/world.ts'
import { MISBEHAVIOURS } from './misbehaviour.ts'
import { startSandbox, type Sandbox } from './start.ts'

/** The citizen registry, from the request of a page to the outside system and back, and what becomes of citizens who were typed in. */
let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())
let patience = 10_000
beforeEach(() => {
  sandbox.misbehave(undefined)
  patience = 10_000
})
const deps = {
  fetch: (url: string, init: RequestInit) => fetch(url, init),
  timeout: () => AbortSignal.timeout(patience),
  failed: () => {},
}

async function connected(): Promise<World> {
  const world = await buildWorld({}, openMemoryStore(), connect(deps, sandbox.addresses))
  await world.put(MUNICIPALITY, buildMunicipality({ idMuniCore: 21 }))
  return world
}

async function call(world: World, who: string, name: string, data: object): Promise<readonly [number, unknown]> {
  const body = { data: { municipioPath: MUNICIPALITY, ...data } }
  const response = await world.ask('POST', `/api/${name}`, { cookie: await world.signIn(who), body })
  const { result, error } = (await response.json()) as { result?: unknown; error?: { code: string } }
  return [response.status, error?.code ?? result]
}

const NEW = {
  nombre: 'Ana',
  apellido: 'Paz',
  dni: '31222333',
  email: '',
  telefono: '',
  calle: '',
  tipoDocumentoId: 1,
}
const auditOf = async (world: World) =>
  (await world.store.query({ collection: 'audit', order: { field: 'number', descending: false }, limit: 50 }))
    .map(({ document }) => document)
    .filter(({ action }) => action.startsWith('citizen.'))

describe('the calls of the registry', () => {
  it('find a person and a legal entity by their number, however it is written, and note each look without a value of theirs', async () => {
    const world = await connected()
    expect(await call(world, 'ines', 'getCitizen', { dni: '30.111.222' })).toEqual([
      200,
      {
        status: 'ok',
        result: {
          id: '9001',
          nombre: 'Rosa',
          apellido: 'Leiva',
          email: 'rosa.leiva@example.org',
          telefono: '',
          calle: 'Belgrano 120',
        },
      },
    ])
    expect(await call(world, 'ines', 'getCitizen', { dni: '30-71234567-1' })).toMatchObject([
      200,
      { status: 'ok', result: { apellido: 'Dummy' } },
    ])
    expect(await call(world, 'ines', 'getCitizen', { dni: '30111223' })).toEqual([200, { status: 'fail' }])
    const noted = await auditOf(world)
    expect(noted.map(({ target, details, username }) => [target, details, username])).toEqual([
      [`${MUNICIPALITY}/ciudadanos/9001`, { by: 'number', found: true }, 'ines'],
      [`${MUNICIPALITY}/ciudadanos/9003`, { by: 'number', found: true }, 'ines'],
      [MUNICIPALITY, { by: 'number', found: false }, 'ines'],
    ])
    expect(JSON.stringify(noted)).not.toMatch(/30111222|Rosa/)
  })

  it('find whom a hash stands for', async () => {
    const world = await connected()
    expect(await call(world, 'ines', 'getCitizenByHash', { hash: 'hash-de-rosa' })).toMatchObject([
      200,
      { status: 'ok', result: { id: '9001', dni: '30111222' } },
    ])
    expect(await call(world, 'ines', 'getCitizenByHash', { hash: 'x' })).toEqual([200, { status: 'fail' }])
  })

  it('create somebody once, who is found from then on; the registry’s own word is passed on when it will not', async () => {
    const world = await connected()
    const created = await call(world, 'ines', 'createCitizen', NEW)
    expect(created).toMatchObject([
      200,
      { status: 'ok', message: '', result: { otrosDatos: { dni: '31222333' }, idCiudadano: expect.any(String) } },
    ])
    expect(await call(world, 'ines', 'createCitizen', NEW)).toEqual(created)
    expect(await call(world, 'ines', 'getCitizen', { dni: '31222333' })).toMatchObject([200, { status: 'ok' }])
    expect(await call(world, 'pablo', 'createCitizen', { ...NEW, nombre: 'Eva' })).toEqual([
      200,
      { status: 'fail', message: 'Ya existe un ciudadano con ese número' },
    ])
    const acts = ['citizen.created', 'citizen.created', 'citizen.looked-up']
    expect((await auditOf(world)).map(({ action }) => action)).toEqual(acts)
    await world.put(FOREIGN_MUNICIPALITY, { ...buildMunicipality({ idMuniCore: 22 }), path: FOREIGN_MUNICIPALITY })
    const other = { ...NEW, dni: '31444555', municipioPath: FOREIGN_MUNICIPALITY }
    expect(await call(world, 'ada', 'createCitizen', { ...NEW, dni: '31444555' })).not.toEqual(
      await call(world, 'ada', 'createCitizen', other),
    )
  })

  it.each([
    ['a name with a bracket', { nombre: '<b>' }],
    ['an ID of dashes', { dni: '---' }],
    ['an e-mail without a point', { email: 'ana@x' }],
    ['a tax number with another prefix', { tipoDocumentoId: 11, dni: '24712345671' }],
    ['a phone of words', { telefono: 'no' }],
  ])('create nobody with %s', async (_name, change) => {
    const world = await connected()
    const [status] = await call(world, 'ines', 'createCitizen', { ...NEW, dni: '32000000', ...change })
    expect([400, 422]).toContain(status)
    expect(await call(world, 'ines', 'getCitizen', { dni: '32000000' })).toEqual([200, { status: 'fail' }])
  })

  it('are for those who answer forms of the municipality, and at a pace', async () => {
    const world = await connected()
    const who = (name: string, data: object = {}) => call(world, name, 'getCitizen', { dni: '30111222', ...data })
    expect(await who('uma')).toEqual([403, 'access.forbidden'])
    expect(await who('gil')).toEqual([403, 'access.forbidden'])
    expect(await who('ines', { municipioPath: FOREIGN_MUNICIPALITY })).toEqual([403, 'access.forbidden'])
    expect(await who('ada')).toMatchObject([200, { status: 'ok' }])
    expect(await who('ada', { municipioPath: FOREIGN_MUNICIPALITY })).toEqual([
      422,
      'connector.municipality-not-linked',
    ])
    for (let look = 0; look < DEFAULT_TUNING.citizensBurst; look += 1)
      expect((await who('ines', { dni: String(30_000_000 + look) }))[0]).toBe(200)
    expect(await who('ines')).toEqual([429, 'request.too-many'])
    expect(await call(world, 'ines', 'createCitizen', { ...NEW, dni: '33000000' })).toEqual([429, 'request.too-many'])
    expect((await who('pablo'))[0]).toBe(200)
    world.clock.now += DEFAULT_TUNING.citizensInterval
    expect((await who('ines'))[0]).toBe(200)
  })

  it.each(MISBEHAVIOURS)('on a bad day (%s) are refused with their own codes', async (how) => {
    const world = await connected()
    patience = 300
    sandbox.misbehave(how)
    expect(await call(world, 'ines', 'getCitizen', { dni: '30111222' })).toEqual([502, 'citizen.search-failed'])
    expect(await call(world, 'ines', 'getCitizenByHash', { hash: 'x' })).toEqual([502, 'citizen.search-failed'])
    expect(await call(world, 'ines', 'createCitizen', { ...NEW, dni: '34000000' })).toEqual([
      502,
      'citizen.create-failed',
    ])
  })

  it('say so where this server knows no registry', async () => {
    const world = await buildWorld()
    await world.put(MUNICIPALITY, buildMunicipality({ idMuniCore: 21 }))
    expect(await call(world, 'ines', 'getCitizen', { dni: '30111222' })).toEqual([501, 'connector.not-configured'])
  })
})

const form = buildPlainTemplate({}, { opcionales: { ciudadano: true } })
/** An answer of ines about somebody whom she has typed in, and what has come of it by now. */
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
    const world = await connected()
    const answer = await arrived(world, ROSA)
    expect([await run(world), await run(world)]).toEqual([1, 0])
    expect((await world.store.get(keys.answer(answer)))?.datosCiudadano).toMatchObject({
      id: '9001',
      email: 'rosa.leiva@example.org',
    })
    expect((await listed(world, 'sofia')).total).toBe(0)
  })

  it('is looked up when a correction has put them there, at the pace of who did and noted as theirs', async () => {
    const world = await connected()
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
    expect((await auditOf(world)).map(({ username }) => username)).toEqual(['ines', 'sofia'])
  })

  it('with an id is looked up, too', async () => {
    const world = await connected()
    await arrived(world, { ...ROSA, id: '9002' })
    expect([await run(world), (await listed(world, 'sofia')).total]).toEqual([1, 1])
  })

  it('waits while the registry is out of reach, and is looked up afterwards', async () => {
    const world = await connected()
    const answer = await arrived(world, ROSA)
    sandbox.misbehave('failing')
    await run(world)
    expect(await world.store.get(keys.job(`citizen.check~${answer}`))).toMatchObject({
      state: 'waiting',
      lastProblem: { code: 'citizen.search-failed' },
    })
    sandbox.misbehave(undefined)
    world.clock.now += 60_000
    await run(world)
    expect((await world.store.get(keys.answer(answer)))?.datosCiudadano?.id).toBe('9001')
  })

  it('whom nobody knows is listed for those who correct such answers, and created by one of them, once', async () => {
    const world = await connected()
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
    expect(await call(world, 'ines', 'getCitizen', { dni: '35000001' })).toMatchObject([200, { status: 'ok' }])
    expect((await auditOf(world)).map(({ action, details }) => [action, details])).toContainEqual([
      'citizen.settled',
      { how: 'created' },
    ])
  })

  it('under whose number the registry has somebody else is settled with whom the person has seen, or not at all', async () => {
    const world = await connected()
    const answer = await arrived(world, { ...ROSA, nombre: 'Hugo', apellido: 'Sosa' })
    await run(world)
    expect((await listed(world, 'sofia')).citizens).toMatchObject([{ reason: 'other-name', found: '9001' }])
    const other = { how: 'registered', number: '28456789', id: '9001' }
    expect(await codeOf(await settle(world, 'sofia', answer, other))).toBe('citizen.other-found')
    sandbox.misbehave('failing')
    const wish = { how: 'registered', number: '30111222', id: '9001' }
    expect(await codeOf(await settle(world, 'sofia', answer, wish))).toBe('citizen.search-failed')
    sandbox.misbehave(undefined)
    expect((await settle(world, 'sofia', answer, wish)).status).toBe(200)
    expect(await world.store.get(keys.answer(answer))).toMatchObject({
      version: 2,
      datosCiudadano: { nombre: 'Rosa', id: '9001' },
    })
  })

  it('tells whoever sends in answers no more of the register than looking people up, at the same pace and noted', async () => {
    const world = await connected()
    const numbers = Array.from({ length: 40 }, (_, seed) => String(30_111_222 + seed))
    for (const [seed, dni] of numbers.entries())
      await arrived(world, { dni, nombre: 'Nadie', apellido: 'Nunca' }, seed + 1)
    const lookedUp = async () =>
      (await auditOf(world)).filter(
        ({ action, details }) => action === 'citizen.looked-up' && details['by'] === 'answer',
      )
    for (let look = 0; look < 5; look += 1) await run(world)
    const most = Math.ceil(DEFAULT_TUNING.citizensBurst / 2)
    expect((await lookedUp()).length).toBe(most)
    expect((await lookedUp())[0]).toMatchObject({ username: 'ines', details: { found: true } })
    const told = JSON.stringify(await listed(world, 'sofia'))
    expect(told).toContain('9001')
    for (const word of ['Rosa', 'Leiva', 'rosa.leiva@example.org']) expect(told).not.toContain(word)
    // The rest waits for its turn, which people have first; nothing counts as failed.
    const waiting = await world.store.query({
      collection: 'jobs',
      where: { state: 'waiting', kind: 'citizen.check' },
      limit: 100,
    })
    expect(waiting.map(({ document }) => document.attempts)).toEqual(Array.from({ length: 40 - most }, () => 0))
    expect((await call(world, 'ines', 'getCitizen', { dni: '30111222' }))[0]).toBe(200)
    for (let turn = 0; turn < 60; turn += 1) {
      world.clock.now += DEFAULT_TUNING.citizensInterval
      await run(world)
    }
    expect((await lookedUp()).length).toBe(40)
  })

  it('of the public is charged to the form', async () => {
    const world = await connected()
    const answer = await arrived(world, { ...ROSA, nombre: 'Hugo' })
    await world.put(keys.answer(answer), {
      ...(await world.store.get(keys.answer(answer))),
      authorId: 'public',
    } as never)
    const key = await bucketOf('citizens', `form ${form.id}`)
    await world.put(key, { count: 100, at: world.clock.now, expiresAt: NOW } as never)
    await run(world)
    expect((await listed(world, 'sofia')).total).toBe(0)
    world.clock.now += 100 * DEFAULT_TUNING.citizensInterval
    await run(world)
    expect((await listed(world, 'sofia')).total).toBe(1)
    expect((await auditOf(world)).at(-1)).toMatchObject({ username: 'public', details: { by: 'answer' } })
  })

  it('lists page by page, the oldest first', async () => {
    const world = await connected()
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

  it('of a municipality without a registry stays as typed, and bothers nobody', async () => {
    const world = await connected()
    await world.put(MUNICIPALITY, buildMunicipality())
    const answer = await arrived(world, UNKNOWN)
    await run(world)
    expect((await world.store.get(keys.answer(answer)))?.datosCiudadano?._source).toBe('typed')
    expect([(await listed(world, 'sofia')).total, await run(world)]).toEqual([0, 0])
  })
})
