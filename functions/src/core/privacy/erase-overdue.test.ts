import { beforeEach, expect, it } from 'vitest'
import { findSupportedJobs } from '../jobs/handlers.ts'
import { toInstant, toMilliseconds, type Instant } from '#domain/kernel/index.ts'
import { keys, type Key } from '#domain/store/index.ts'
import { templateDraftSchema } from '#domain/templates/index.ts'
import { buildDeletion, buildPlainSubmit, claimFor, DEVICE } from '#tests/support/builders/submit.ts'
import { NOW } from '#tests/support/builders/template.ts'
import { FORM, photos, publish } from '#tests/support/server/public-files.ts'
import { templateCalls } from '#tests/support/server/templates.ts'
import { create, PNG } from '#tests/support/server/uploads.ts'
import { there } from '#tests/support/there.ts'
import { buildWorld, type World } from '#tests/support/server/world.ts'
import { deleteExpiredFile } from '../uploads/orphans.ts'
import { eraseOverdueAnswers } from './erase-overdue.ts'

const DAY = 24 * 60 * 60 * 1000

let world: World
let ines: string
beforeEach(async () => {
  world = await buildWorld()
  await publish(world, { ...photos({ opcionales: { publico: false } }), retention: 'P30D' })
  ines = await world.signIn('ines')
})

const run = (ports = world.ports) => eraseOverdueAnswers(ports, findSupportedJobs(undefined))

async function push(...mutations: readonly unknown[]): Promise<readonly string[]> {
  const body = { protocol: 1, device: DEVICE, account: 'ines', mutations }
  const response = await world.ask('POST', '/api/sync/push', { cookie: ines, body })
  const { results } = (await response.json()) as { readonly results: readonly { readonly status: string }[] }
  return results.map(({ status }) => status)
}

async function submitted(seed: number, photo?: Uint8Array) {
  const files = photo === undefined ? [] : [claimFor(photo, 'image/png', 'foto.png')]
  if (photo !== undefined) expect((await create(world, ines, photo, { body: photo })).status).toBe(201)
  const value = { respuesta: 'Quechua', ...(files[0] === undefined ? {} : { imagen: files[0].sha256 }) }
  const content = { values: { '0/0': value }, conditions: {}, rows: {} }
  const submit = buildPlainSubmit(seed, 'Quechua', { template: FORM, files, content })
  expect(await push(submit)).toEqual(['applied'])
  return submit
}

const auditEntries = async () =>
  (await world.store.query({ collection: 'audit', limit: 1_000 }))
    .map(({ document }) => document)
    .filter(({ action }) => action === 'retention.erased')

it('erases each answer once when its period is over, with versions and files, and proves their number', async () => {
  const { answer } = await submitted(1, PNG)
  const deleted = await submitted(2)
  expect(await push(buildDeletion(deleted))).toEqual(['applied'])
  world.clock.now = toMilliseconds(NOW) + 30 * DAY - 1
  expect(await run()).toBe(0)
  const later = await submitted(3)
  world.clock.now += 1
  expect([await run(), await run()]).toEqual([2, 0])
  const gone: readonly Key[] = [
    keys.answer(answer),
    keys.answerVersion(answer, 1),
    keys.deletedAnswer(deleted.answer),
    keys.answerVersion(deleted.answer, 1),
  ]
  for (const key of gone) expect(await world.store.get(key)).toBeUndefined()
  expect(await world.store.get(keys.answer(later.answer))).toBeDefined()
  const released = await world.store.query({ collection: 'files', limit: 10 })
  expect(released.map(({ document }) => document.expiresAt)).toEqual([toInstant(world.clock.now)])
  for (const entry of released) await deleteExpiredFile(world.ports, entry, toInstant(world.clock.now))
  expect(await world.files.size(claimFor(PNG).sha256)).toBeUndefined()
  expect(await auditEntries()).toMatchObject([
    { target: `formularios/${FORM}`, username: 'retention', details: { period: 'P30D', answers: 2 } },
  ])
})

it('tells devices with the next pull, refuses a copy, and keeps the number for statistics', async () => {
  const { answer } = await submitted(1)
  const { fechaCreacion, areas } = there(await world.store.get(keys.answer(answer)))
  world.clock.now += 30 * DAY
  ines = await world.signIn('ines')
  expect(await run()).toBe(1)
  const pulled = await world.ask('GET', '/api/sync/pull', { cookie: ines })
  expect(await pulled.json()).toMatchObject({ erasedAnswers: [answer] })
  expect(await push(buildPlainSubmit(9, 'Quechua', { template: FORM, answer }))).toEqual(['rejected'])
  const month = fechaCreacion.slice(0, 7)
  expect(await world.store.get(keys.erasedCounts(FORM, month))).toMatchObject({
    counts: [{ area: areas[0], answers: 1 }],
  })
})

it('leaves the number of erased answers in the statistics of the form, and in those by month', async () => {
  await submitted(1)
  const sofia = await world.signIn('sofia')
  const read = async (path: string, cookie: string) =>
    (await (await world.ask('GET', `/api/statistics${path}`, { cookie })).json()) as object
  const month = NOW.slice(0, 7)
  const byMonth = await read(`?month=${month}`, sofia)
  expect(byMonth).toMatchObject({ municipalities: [{ answers: 1 }] })
  world.clock.now += 30 * DAY
  await run()
  const cookie = await world.signIn('sofia')
  expect(await read(`?month=${month}`, cookie)).toMatchObject({ municipalities: [{ answers: 1 }] })
  expect(await read(`/${FORM}`, cookie)).toMatchObject({
    all: { answers: 0 },
    erased: [{ month, area: 'inspeccion', answers: 1 }],
  })
})

it('continues after answers that stay, and after a stop proves what it had erased', async () => {
  const submits = []
  for (let seed = 1; seed <= 105; seed += 1) submits.push(buildPlainSubmit(seed, 'x', { template: FORM }))
  for (let from = 0; from < submits.length; from += 35) await push(...submits.slice(from, from + 35))
  const last = submits.at(-1)
  for (const { answer } of submits.slice(0, 104)) {
    const stored = there(await world.store.get(keys.answer(answer)))
    await world.put(keys.answer(answer), { ...stored, conflicts: [{}] })
  }
  world.clock.now += 30 * DAY
  // The machine stops before the entry of the audit log.
  const stopping = Object.assign(Object.create(world.store) as typeof world.store, {
    commit: async (unit: never) => {
      const result: unknown = await world.store.commit(unit)
      if (result === true) throw new Error('stopped')
      return result
    },
  })
  await expect(run({ ...world.ports, store: stopping })).rejects.toThrow('stopped')
  expect(await world.store.get(keys.answer(there(last).answer))).toBeUndefined()
  expect(await auditEntries()).toEqual([])
  expect(await run()).toBe(1)
  expect((await auditEntries()).map(({ details }) => details['answers'])).toEqual([1])
  expect(await world.store.count({ collection: 'respuestas_formularios' })).toBe(104)
})

it('waits three days after the form was published, so that a wrong period can be corrected', async () => {
  const { answer } = await submitted(1)
  world.clock.now += 40 * DAY
  const form = there(await world.store.get(keys.template(FORM)))
  const publishedAt = (days: number) => ({
    ...form,
    lastEdit: { date: toInstant(world.clock.now - days * DAY + 1) as Instant, username: 'sofia' },
  })
  await world.put(keys.template(FORM), publishedAt(3))
  expect(await run()).toBe(0)
  await world.put(keys.template(FORM), publishedAt(4))
  expect(await run()).toBe(1)
  expect(await world.store.get(keys.answer(answer))).toBeUndefined()
})

it('waits three days after the period was shortened, and other publications postpone nothing', async () => {
  await publish(world, { ...photos({ opcionales: { publico: false, editableForm: true } }), retention: 'P30D' })
  /** Publishes a version, always over the newest one. */
  const publishNext = async (change: object) => {
    const form = there(await world.store.get(keys.template(FORM)))
    const draft = templateDraftSchema.parse({ ...form, ...change })
    expect((await templateCalls(world).save('sofia', FORM, form.version, draft)).status).toBe(200)
  }
  await submitted(1)
  world.clock.now += 29 * DAY
  await publishNext({ titulo: 'Otro título' })
  world.clock.now += DAY
  await templateCalls(world).setScope('sofia', FORM, true)
  expect(await run()).toBe(1)
  ines = await world.signIn('ines')
  await submitted(2)
  world.clock.now += 10 * DAY
  await publishNext({ retention: 'P5D' })
  expect(await run()).toBe(0)
  world.clock.now += 3 * DAY - 1
  await publishNext({ titulo: 'Otro más' })
  expect(await run()).toBe(0)
  world.clock.now += 1
  await publishNext({ retention: 'P6D' })
  expect(await run()).toBe(1)
})

it('leaves forms without a period, and answers of other forms', async () => {
  const { answer } = await submitted(1)
  const { retention: _, ...form } = there(await world.store.get(keys.template(FORM)))
  await world.put(keys.template(FORM), form)
  world.clock.now += 4_000 * DAY
  expect(await run()).toBe(0)
  expect(await world.store.get(keys.answer(answer))).toBeDefined()
})

it('previews the number of answers and the first day to those who may edit the form', async () => {
  const { answer } = await submitted(1)
  const deleted = await submitted(2)
  await push(buildDeletion(deleted))
  expect(answer).not.toBe(deleted.answer)
  world.clock.now += 27 * DAY
  const ask = async (who: string, period: string) =>
    world.ask('GET', `/api/templates/${FORM}/retention?period=${period}`, { cookie: await world.signIn(who) })
  const from = toInstant(toMilliseconds(NOW) + 30 * DAY)
  expect(await (await ask('ada', 'P30D')).json()).toEqual({ answers: 2, from })
  expect(await (await ask('ada', 'P31D')).json()).toEqual({ answers: 0, from })
  expect([(await ask('uma', 'P30D')).status, (await ask('ines', 'P30D')).status]).toEqual([404, 404])
  expect((await ask('ada', 'P0D')).status).toBe(400)
})
