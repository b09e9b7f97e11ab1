import { beforeEach, describe, expect, it } from 'vitest'
import { citizenSchema } from '#domain/citizens/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import { answerIdSchema, municipalityPathSchema, toInstant } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { decisionsSchema, MAX_DECISIONS, MAX_PENDING_COUNT, pendingAnswersSchema } from '#domain/jobs/index.ts'
import { push } from '#tests/support/builders/judged.ts'
import { buildAnsweredDesk, rename, storedOn } from '#tests/support/builders/changes.ts'
import { buildFact, buildOrder } from '#tests/support/builders/payments.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildReport } from '#tests/support/builders/report.ts'
import { AREA, MUNICIPALITY, NOW, OTHER_AREA } from '#tests/support/builders/template.ts'
import { there } from '#tests/support/there.ts'
import { addPerson, buildWorld, type World } from '#tests/support/server/world.ts'

const WEEK = 7 * 86_400_000
const desk = buildAnsweredDesk()
push(desk, rename('Bar El Puente', 'Bar Uno'))
push(desk, rename('Bar El Puente', 'Bar Dos', 'tomas'))
const met = storedOn(desk)
const asked = (needCompletition: boolean) => ({
  needCompletition,
  madeBy: { email: '', username: 'sofia' },
  sentDateTime: NOW,
  comment: '',
  changesRequested: { answers: [{ sectionOrder: 0, order: 0, title: '' }], images: [], documents: [], sections: [] },
})
let world: World
beforeEach(async () => {
  world = await buildWorld()
  await addPerson(world.put, buildUser('elsa', 'ROLE_SUPERVISOR_CORRECTOR', [AREA]))
  await addPerson(world.put, buildUser('otto', 'ROLE_SUPERVISOR_CORRECTOR', [OTHER_AREA]))
  await addPerson(world.put, buildUser('sara', 'ROLE_SUPERVISOR', [AREA]))
})

const put = async (seed: number, change: Partial<Answer>) => {
  const id = answerIdSchema.parse(String(seed).padStart(26, '0'))
  await world.put(keys.answer(id), { ...met, conflicts: [], ...change, id, electronicSignature: id })
}
async function decisionsOf(who: string) {
  const reply = await world.ask('GET', '/api/decisions', { cookie: await world.signIn(who) })
  expect(reply.status).toBe(200)
  return decisionsSchema.parse(await reply.json()).kinds
}
const countsOf = async (who: string) =>
  Object.fromEntries((await decisionsOf(who)).map(({ kind, count }) => [kind, count]))
const silent = (device: string, days: number, change: object = {}) => {
  const line = { ...buildReport(), device, userId: 'ines', name: 'Inés', email: 'ines@relevo.example', areas: [AREA] }
  const seenAt = toInstant(Date.parse(NOW) - days * 86_400_000)
  return world.put(`devices/${device}~ines`, {
    ...line,
    municipalityPath: MUNICIPALITY,
    seenAt,
    clearUntil: null,
    ...change,
  })
}
const dead = (municipality: string, id: string) =>
  world.put(keys.job(id), {
    id,
    kind: 'citizen.message',
    payload: { answer: met.id, request: 0 },
    municipality,
    state: 'dead',
    attempts: 30,
    dueAt: NOW,
  })

describe('what waits for decisions', () => {
  it('is nothing in a quiet town, in the kinds that someone looks after', async () => {
    expect(await countsOf('sofia')).toEqual({
      held: 0,
      citizens: 0,
      conflicts: 0,
      revisions: 0,
      payments: 0,
      jobs: 0,
      requests: 0,
      devices: 0,
    })
    expect(await countsOf('elsa')).toEqual({
      held: 0,
      citizens: 0,
      conflicts: 0,
      revisions: 0,
      requests: 0,
      devices: 0,
    })
    expect(await countsOf('sara')).toEqual({ devices: 0 })
  })

  it('is each answer by what it waits for, the longest first, to those who may decide about it', async () => {
    await put(1, { conflicts: met.conflicts, lastUpdate: NOW })
    await put(2, { conflicts: met.conflicts, lastUpdate: toInstant(Date.parse(NOW) - WEEK) })
    await put(3, {
      conflicts: met.conflicts.map((one) => ({ ...one, resolved: { by: asked(true).madeBy, date: NOW } })),
    })
    await put(4, { requestsForChanges: [asked(true)] })
    await put(5, { requestsForChanges: [asked(false)], conflicts: met.conflicts, areas: [OTHER_AREA] })
    expect(met.conflicts).toHaveLength(1)
    expect(await countsOf('elsa')).toMatchObject({ conflicts: 2, requests: 1, revisions: 0 })
    expect(await countsOf('otto')).toMatchObject({ conflicts: 1, requests: 0, revisions: 1 })
    expect(await countsOf('sofia')).toMatchObject({ conflicts: 3, requests: 1, revisions: 1 })
    expect(await countsOf('uma')).toMatchObject({ conflicts: 0, requests: 0, revisions: 0 })
    expect(await countsOf('ada')).toMatchObject({ conflicts: 3, requests: 1, revisions: 1 })
    const conflicts = (await decisionsOf('elsa')).find(({ kind }) => kind === 'conflicts')
    expect(conflicts?.first.map(({ id }) => Number(id))).toEqual([2, 1])
    expect(conflicts?.first[0]).toMatchObject({ title: met.titulo, about: met.codigoMunicipio })
  })

  it('is each citizen whom the registry could not tell, to those who may settle them, the longest first', async () => {
    const unsettled = (seed: number, days: number, areas = [AREA]) => {
      const answer = answerIdSchema.parse(String(seed).padStart(26, '0'))
      return world.put(keys.unsettled(answer), {
        answer,
        template: met.idPlantilla,
        titulo: met.titulo,
        codigoMunicipio: `VIS${seed}`,
        authorId: met.authorId,
        areas,
        municipality: municipalityPathSchema.parse(MUNICIPALITY),
        citizen: citizenSchema.parse({ nombre: 'Ana', apellido: 'Paz', dni: '30111223' }),
        reason: 'not-found',
        at: toInstant(Date.parse(NOW) - days * 86_400_000),
      })
    }
    // Ordered by age, not by keys: the newest has the first key.
    for (let seed = 1; seed <= 12; seed += 1) await unsettled(seed, seed)
    await unsettled(13, 1, [OTHER_AREA])
    const counts = async (who: string) => (await countsOf(who))['citizens']
    expect([await counts('elsa'), await counts('otto'), await counts('uma'), await counts('ada')]).toEqual([
      12, 1, 0, 13,
    ])
    const [citizens] = (await decisionsOf('elsa')).filter(({ kind }) => kind === 'citizens')
    expect(citizens?.first.map(({ about }) => about)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((n) => `VIS${n}`))
    for (let seed = 14; seed < 14 + MAX_DECISIONS; seed += 1) await unsettled(seed, 0)
    expect(await counts('elsa')).toBe(MAX_DECISIONS)
  })

  it('is each device that has been silent for more than a week, and each task that failed', async () => {
    await silent('E'.repeat(26), 8)
    await silent('F'.repeat(26), 6.9)
    await silent('G'.repeat(26), 30, { areas: [OTHER_AREA] })
    await dead(MUNICIPALITY, `citizen.message~${met.id}~2`)
    await dead('paises/UY/provincias/x/municipios/y', `citizen.message~${met.id}~3`)
    expect([(await countsOf('sara'))['devices'], (await countsOf('sofia'))['devices']]).toEqual([1, 2])
    expect([(await countsOf('sofia'))['jobs'], (await countsOf('ada'))['jobs']]).toEqual([1, 2])
    const [job] = (await decisionsOf('sofia')).find(({ kind }) => kind === 'jobs')?.first ?? []
    expect(job).toMatchObject({ title: 'citizen.message', about: met.id })
  })

  it('is each order whose money does not agree, to those who may give it back, and none after that was done', async () => {
    const mismatch = buildFact('mismatch', { reference: 'pi_9', amount: 1 })
    const order = (seed: number, change: object = {}) => {
      const id = answerIdSchema.parse(String(seed).padStart(26, '0'))
      return world.put(keys.paymentOrder(id), buildOrder({ id, ...change }))
    }
    const before = toInstant(Date.parse(NOW) - WEEK)
    await order(1, { facts: [mismatch] })
    await order(2, { facts: [mismatch], createdAt: before })
    await order(3)
    await order(4, { facts: [mismatch], municipality: 'paises/UY/provincias/x/municipios/y' })
    const count = async (who: string) => (await countsOf(who))['payments']
    expect([await count('sofia'), await count('ada'), await count('uma'), await count('elsa')]).toEqual([
      2,
      3,
      0,
      undefined,
    ])
    const first = async () => (await decisionsOf('sofia')).find(({ kind }) => kind === 'payments')?.first ?? []
    expect((await first()).map(({ id }) => Number(id))).toEqual([2, 1])
    expect((await first())[0]).toMatchObject({ title: 'Ana Paz', about: 'K3WQ9ZT0M4XB', at: before })
    await order(2, { facts: [mismatch, buildFact('refunded', { reference: 're_9', of: 'pi_9', amount: 1 })] })
    expect(await count('sofia')).toBe(1)
  })

  it('is counted no further than anybody reads', async () => {
    for (let seed = 1; seed <= MAX_DECISIONS + 3; seed += 1) await put(seed, { requestsForChanges: [asked(true)] })
    const [requests] = (await decisionsOf('elsa')).filter(({ kind }) => kind === 'requests')
    expect([requests?.count, requests?.first.length]).toEqual([MAX_DECISIONS, 10])
  })
})

describe('what answers wait for, by form and state', () => {
  const DAY = 86_400_000
  const TODAY = toInstant(Date.parse(NOW) - 3_600_000)
  const ask = async (who: string, since: string = TODAY) =>
    world.ask('GET', `/api/pending?since=${since}`, { cookie: await world.signIn(who) })
  const pendingOf = async (who: string) => {
    const reply = await ask(who)
    expect(reply.status).toBe(200)
    return pendingAnswersSchema.parse(await reply.json())
  }
  const states = there(met.estados)
  const inState = (actual: number, days: number) => ({
    conflicts: [],
    estados: { ...states, actual },
    fechaCreacion: toInstant(Date.parse(NOW) - days * DAY),
  })

  it('is counted from the state that another may follow, with its oldest, and what came today beside it', async () => {
    expect((await pendingOf('sofia')).forms).toEqual([])
    await put(1, inState(0, 3))
    await put(2, inState(0, 5))
    await put(3, inState(1, 9))
    await put(4, inState(1, 0))
    const [pending] = states.disponibles
    const form = {
      id: met.idPlantilla,
      titulo: met.titulo,
      municipio: met.municipioInfo.nombre,
      today: 1,
      states: [{ id: 0, nombre: pending?.nombre, count: 2, oldest: inState(0, 5).fechaCreacion }],
    }
    for (const who of ['sofia', 'elsa', 'sara'])
      expect([who, await pendingOf(who)]).toEqual([who, { at: NOW, forms: [form], andMore: false }])
    for (let seed = 5; seed < 5 + MAX_PENDING_COUNT; seed += 1) await put(seed, inState(0, 0))
    expect((await pendingOf('sofia')).forms).toMatchObject([
      { today: MAX_PENDING_COUNT, states: [{ count: MAX_PENDING_COUNT }] },
    ])
  })

  it('is nothing to another area, another municipality and who sees or moves no answers of others, and never of a form that is gone', async () => {
    await put(1, inState(0, 3))
    // carla sees only her own answers.
    for (const who of ['otto', 'uma', 'carla']) expect((await pendingOf(who)).forms).toEqual([])
    expect((await ask('ines')).status).toBe(403)
    expect((await world.ask('GET', `/api/pending?since=${TODAY}`)).status).toBe(401)
    const template = there(await world.store.get(keys.template(met.idPlantilla)))
    await world.put(keys.template(template.id), { ...template, deleted: true })
    expect((await pendingOf('sofia')).forms).toEqual([])
  })

  it('is counted for who has the first area of the form, as its list is, and not for who has a later one alone', async () => {
    const template = there(await world.store.get(keys.template(met.idPlantilla)))
    const [own] = template.areas
    const areas = [...there(await world.store.get(keys.user('otto' as never))).areas, own]
    await world.put(keys.template(template.id), { ...template, areas } as typeof template)
    await put(1, { ...inState(0, 3), areas } as never)
    expect((await pendingOf('otto')).forms).toHaveLength(1)
    expect((await pendingOf('sara')).forms).toEqual([])
  })

  it('reaches as far as the role does: an elevated supervisor and an administrator whose own area is another', async () => {
    await addPerson(world.put, buildUser('eva', 'ROLE_SUPERVISOR_ELEVADO', [OTHER_AREA]))
    await put(1, inState(0, 3))
    for (const who of ['eva', 'ada']) expect([who, (await pendingOf(who)).forms.length]).toEqual([who, 1])
  })

  it.each(['', 'yesterday', '2026-11-20'])('is refused where the day does not begin: %s', async (since) => {
    expect((await ask('sofia', since)).status).toBe(400)
  })
})
