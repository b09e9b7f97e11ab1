import { gunzipSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { hasStatisticsRight } from '#tests/support/reviewing-roles.ts'
import { ROLES } from '#domain/users/index.ts'
import { keys } from '#domain/store/index.ts'
import {
  formStatisticsSchema,
  generalStatisticsSchema,
  computeStatisticsOnDevice,
  statisticsTextsSchema,
  decodeFrames,
  type ReadyStatistics,
} from '#domain/statistics/index.ts'
import { answersPageSchema } from '#domain/answers/index.ts'
import { openSqliteStore } from '../store.ts'
import { buildSubmit } from '#tests/support/builders/submit.ts'
import { AREA, buildTemplate, FOREIGN_AREA, NOW, OTHER_AREA } from '#tests/support/builders/template.ts'
import { composeAnswer } from '#domain/answering/index.ts'
import { addPerson, buildWorld, type World } from '#tests/support/server/world.ts'
import { there } from '#tests/support/there.ts'
import { stageFor } from '#tests/support/server/reviewing-stage.ts'
import { buildUser } from '#tests/support/builders/people.ts'

async function figures(world: World, cookie: string, asked = ''): Promise<ReadyStatistics> {
  const response = await world.ask('GET', `/api/statistics/comercios${asked}`, { cookie })
  expect(response.status).toBe(200)
  const ready = formStatisticsSchema.parse(await response.json())
  if (ready.status !== 'ready') throw new Error('It is still counted')
  return ready
}

const template = buildTemplate()
const form = buildTemplate({ areas: [AREA, OTHER_AREA] })

async function put(world: World, seed: number, author = 'ines', change: object = {}) {
  const facts = { code: `VIS${seed}`, now: NOW, author: buildUser(author) }
  const answer = { ...composeAnswer(template, buildSubmit(seed), facts), ...change }
  await world.put(keys.answer(answer.id), answer)
  return answer
}

describe.each(['memory', 'sqlite'] as const)('statistics of a form in %s', (kind) => {
  const worldWith = async () => {
    const world = await buildWorld({}, kind === 'sqlite' ? openSqliteStore(':memory:') : undefined)
    await world.put(keys.template(form.id), form)
    for (const seed of [1, 2]) await put(world, seed)
    await put(world, 3, 'olga', { areas: [OTHER_AREA] })
    await put(world, 4, 'pablo', { authorId: 'pablo' })
    return world
  }

  it('have a new answer, an edited and a deleted one at once', async () => {
    const world = await worldWith()
    const cookie = await world.signIn('sofia')
    expect((await figures(world, cookie)).found.answers).toBe(4)
    const fifth = await put(world, 5)
    expect((await figures(world, cookie)).found.answers).toBe(5)
    await put(world, 5, 'ines', { estados: { ...fifth.estados, actual: 1 } })
    expect((await figures(world, cookie)).states.map(({ count }) => count)).toEqual([4, 1])
    expect((await figures(world, cookie, '?state=1')).found.answers).toBe(1)
    await world.store.commit({
      keysFor: () => [],
      decide: () => ({ result: undefined, writes: [{ kind: 'delete', key: keys.answer(fifth.id) }] }),
    })
    expect((await figures(world, cookie)).found.answers).toBe(4)
  })

  it('are narrowed by words, by who answered, by an area and by a bar', async () => {
    const world = await worldWith()
    const cookie = await world.signIn('sofia')
    const all = await figures(world, cookie)
    expect(all.areas.map(({ count }) => count)).toEqual([3, 1])
    for (const [asked, count] of [
      ['?municipalityCodeId=VIS4', 1],
      ['?municipalityCodeId=puente', 4],
      ['?municipalityCodeId=nothing', 0],
      ['?answerBy=pablo', 1],
      [`?area=${encodeURIComponent(OTHER_AREA)}`, 1],
      ['?startDate=2026-11-21T00:00:00.000Z', 0],
    ] as const)
      expect([asked, (await figures(world, cookie, asked)).found.answers]).toEqual([asked, count])
    const asked = all.sections.flatMap(({ questions }) => questions).find(({ titulo }) => titulo === 'Estado')
    const bad =
      asked?.figures?.kind === 'options' ? asked.figures.options.find(({ texto }) => texto === 'Malo') : undefined
    expect(bad?.count).toBe(4)
    expect((await figures(world, cookie, `?options=${asked?.key}.${bad?.key}`)).found.answers).toBe(4)
  })

  it('have a table of two questions, filtered and hidden like all other figures', async () => {
    const world = await worldWith()
    const cookie = await world.signIn('sofia')
    const questions = (await figures(world, cookie)).sections.flatMap((section) => section.questions)
    const both = ['Estado', 'Rubros'].map((titulo) => questions.find((one) => one.titulo === titulo)?.key).join('.')
    const { crossed } = await figures(world, cookie, `?questions=0&crossed=${both}`)
    expect(crossed?.rows.map(({ texto, count }) => [texto, count])).toEqual([
      ['Bueno', 0],
      ['Malo', 4],
    ])
    // Each answer has 'Malo', and both 'Bar' and 'Otro'.
    expect(crossed?.cells).toEqual([
      [0, 0, 0],
      [4, 0, 4],
    ])
    const inArea = await figures(world, cookie, `?crossed=${both}&area=${encodeURIComponent(OTHER_AREA)}`)
    expect(inArea.crossed?.count).toBe(1)
    expect((await figures(world, cookie, '?crossed=gone.lost')).crossed).toBeUndefined()
    const bad = await world.ask('GET', `/api/statistics/comercios?crossed=${both}.x`, { cookie })
    expect(bad.status).toBe(400)
    await world.put(keys.template(form.id), { ...form, opcionales: { ...form.opcionales, hideSmallCounts: true } })
    const hidden = (await figures(world, cookie, `?crossed=${both}`)).crossed
    expect([hidden?.count, ...(hidden?.cells.flat() ?? [])].every((count) => count === null)).toBe(true)
  })

  it('tell only the wanted charts, and single answers to a question', async () => {
    const world = await worldWith()
    const cookie = await world.signIn('sofia')
    const questions = (await figures(world, cookie)).sections.flatMap((section) => section.questions)
    const name = questions.find(({ titulo }) => titulo === 'Nombre')?.key ?? ''
    const some = (await figures(world, cookie, `?questions=${name}`)).sections.flatMap((section) => section.questions)
    expect(some.filter((one) => one.figures !== undefined).map(({ key }) => key)).toEqual([name])
    const texts = async (asked: string) => {
      const response = await world.ask('GET', `/api/statistics/comercios/texts?question=${name}${asked}`, { cookie })
      return statisticsTextsSchema.parse(await response.json())
    }
    expect((await texts('')).texts.map((one) => one.texts)).toEqual(Array.from({ length: 4 }, () => ['Bar El Puente']))
    expect((await texts('&sought=puente')).texts).toHaveLength(4)
    expect((await texts('&sought=otro')).texts).toEqual([])
    const first = async (titulo: string, language: string) => {
      const key = questions.find((question) => question.titulo === titulo)?.key ?? ''
      const path = `/api/statistics/comercios/texts?question=${key}&language=${language}`
      return statisticsTextsSchema.parse(await (await world.ask('GET', path, { cookie })).json()).texts[0]?.texts
    }
    expect([await first('Superficie', 'es'), await first('Superficie', 'en')]).toEqual([['82,50'], ['82.50']])
    expect([await first('Matafuegos', 'es'), await first('Matafuegos', 'en')]).toEqual([['Sí'], ['Yes']])
    await world.put(keys.template(form.id), { ...form, opcionales: { ...form.opcionales, hideSmallCounts: true } })
    expect((await texts('')).texts).toEqual([])
  })

  it('come in pages of as many as the municipality has settled', async () => {
    const world = await worldWith()
    const cookie = await world.signIn('sofia')
    const municipality = keys.municipality(AREA.split('/').slice(0, 6).join('/') as never)
    const stored = await world.store.get(municipality)
    await world.put(municipality, { ...stored, settings: { statisticsPageSize: 3 } })
    const { sections } = await figures(world, cookie)
    const name = sections[0]?.questions[0]?.key ?? ''
    const page = async (after = '') => {
      const path = `/api/statistics/comercios/texts?question=${name}${after}`
      return statisticsTextsSchema.parse(await (await world.ask('GET', path, { cookie })).json())
    }
    const first = await page()
    expect(first.texts).toHaveLength(3)
    const second = await page(`&after=${encodeURIComponent(first.next ?? '')}`)
    expect(second.texts).toHaveLength(1)
    expect(new Set([...first.texts, ...second.texts].map(({ answer }) => answer)).size).toBe(4)
  })

  it('are counted by a device of what it may see alone, as the server counts them, and of no form that hides small counts', async () => {
    const world = await worldWith()
    await addPerson(world.put, buildUser('area', 'ROLE_SUPERVISOR', [OTHER_AREA]))
    await addPerson(world.put, buildUser('pablo', 'ROLE_GENERADOR_RESPUESTAS', [AREA]))
    const received = async (cookie: string) => {
      const response = await world.ask('GET', '/api/statistics/comercios/columns', { cookie })
      return new Uint8Array(await response.arrayBuffer())
    }
    for (const [user, answers] of [
      ['sofia', 4],
      ['area', 1],
      ['pablo', 1],
    ] as const) {
      const cookie = await world.signIn(user)
      const bytes = gunzipSync(await received(cookie))
      const { whole, telling } = there(decodeFrames(new Uint8Array(bytes)))
      for (const asked of [{}, { area: OTHER_AREA }, { answerBy: 'pablo' }, { state: '1' }]) {
        const { at: _, ...counted } = there(computeStatisticsOnDevice(whole, telling, asked))
        const { at: __, ...ready } = await figures(world, cookie, `?${new URLSearchParams(asked)}`)
        expect(counted).toEqual(ready)
      }
      expect(there(computeStatisticsOnDevice(whole, telling, {})).all.answers).toBe(answers)
      expect(computeStatisticsOnDevice(whole, telling, { municipalityCodeId: 'puente' })).toBeUndefined()
      expect(computeStatisticsOnDevice(whole, telling, { payment: 'Pagado' })).toBeUndefined()
      // The reply contains nothing about authors whom this reader may not see, not even the name.
      expect(Buffer.from(bytes).includes('ines@')).toBe(user === 'sofia')
    }
    await world.put(keys.template(form.id), { ...form, opcionales: { ...form.opcionales, hideSmallCounts: true } })
    expect(await received(await world.signIn('sofia'))).toHaveLength(0)
  })

  it('are given to a device at a bounded pace, to few at once, and to who may see them by the time it is their turn', async () => {
    const world = await worldWith()
    const people = Array.from({ length: 9 }, (_, at) => `sup${at}`)
    for (const id of people) await addPerson(world.put, buildUser(id, 'ROLE_SUPERVISOR', [AREA]))
    const cookies = await Promise.all(people.map((id) => world.signIn(id)))
    const status = async (cookie = '') =>
      (await world.ask('GET', '/api/statistics/comercios/columns', { cookie })).status
    const get = world.store.get.bind(world.store)
    const { promise: held, resolve: goOn } = Promise.withResolvers<void>()
    const users = new Set<string>(people.map((id) => keys.user(id as never)))
    const turn = vi.spyOn(world.store, 'get').mockImplementation(async (key) => {
      if (users.has(key)) await held
      return get(key)
    })
    const asked = Promise.all(cookies.slice(0, 8).map(status))
    await vi.waitFor(() => expect(turn.mock.calls.filter(([key]) => key === keys.template(form.id))).toHaveLength(8))
    expect(await status(cookies[8])).toBe(503)
    await world.put(keys.user(people[7] as never), buildUser('sup7', 'ROLE_SUPERVISOR', [FOREIGN_AREA]))
    goOn()
    expect((await asked).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 200, 200, 200, 200, 404])
    turn.mockRestore()
    const again: number[] = []
    for (let time = 0; time < 6; time += 1) again.push(await status(cookies[0]))
    expect(again).toEqual([200, 200, 200, 200, 200, 429])
  })

  it('leave the server in steps of five where the author of the form hides small counts, general ones too', async () => {
    const world = await worldWith()
    await world.put(keys.template(form.id), { ...form, opcionales: { ...form.opcionales, hideSmallCounts: true } })
    const cookie = await world.signIn('sofia')
    const general = async () =>
      generalStatisticsSchema.parse(await (await world.ask('GET', '/api/statistics', { cookie })).json())
    const few = await figures(world, cookie)
    expect([few.masked, few.found.answers, few.found.first, few.days]).toEqual([true, null, null, []])
    expect((await general()).municipalities).toMatchObject([{ answers: 0, waiting: 0 }])
    for (const seed of [5, 6, 7]) await put(world, seed)
    const ready = await figures(world, cookie)
    expect(ready.found).toMatchObject({ answers: 5, authors: null, first: null })
    expect(ready.areas.map(({ count }) => count)).toEqual([5, null])
    expect((await general()).municipalities).toMatchObject([{ answers: 5, waiting: 5, lastUpdate: null }])
    const counts = JSON.stringify(ready).match(/"(count|answers|asked|answered|imagen)":[^,}\]]+/g) ?? []
    expect(new Set(counts.map((one) => one.split(':')[1]))).toEqual(new Set(['5', '10', 'null']))
  })

  it('hold for a reader of one area, for who sees only their own, and for no one else', async () => {
    const world = await worldWith()
    await addPerson(world.put, buildUser('area', 'ROLE_SUPERVISOR', [OTHER_AREA]))
    await addPerson(world.put, buildUser('pablo', 'ROLE_GENERADOR_RESPUESTAS', [AREA]))
    await addPerson(world.put, buildUser('lejos', 'ROLE_SUPERVISOR', [FOREIGN_AREA]))
    expect((await figures(world, await world.signIn('area'))).all.answers).toBe(1)
    const own = await figures(world, await world.signIn('pablo'))
    expect([own.own, own.all.answers, own.found.authors]).toEqual([true, 1, 1])
    for (const [path, user] of [
      ['/api/statistics/comercios', 'lejos'],
      ['/api/statistics/nothing', 'sofia'],
    ] as const) {
      const response = await world.ask('GET', path, { cookie: await world.signIn(user) })
      expect([response.status, await response.json()]).toMatchObject([404, { error: { code: 'template.missing' } }])
    }
  })
})

describe('statistics of everything', () => {
  it('tell of the municipalities and forms of their reader, by month', async () => {
    const world = await buildWorld()
    for (const seed of [1, 2]) await put(world, seed)
    await put(world, 3, 'ines', { fechaCreacion: '2026-10-31T12:00:00.000Z' })
    await put(world, 4, 'ines', { fechaCreacion: '2026-10-02T12:00:00.000Z' })
    const ready = async (user: string, asked = '') => {
      const response = await world.ask('GET', `/api/statistics${asked}`, { cookie: await world.signIn(user) })
      return generalStatisticsSchema.parse(await response.json())
    }
    const { municipalities, months, month } = await ready('sofia')
    expect(month).toBe('2026-11')
    // November is not over: the answer of 31 October is later in its month than today is in November.
    expect(municipalities).toMatchObject([{ nombre: 'Villa Serena', answers: 2, before: 1, waiting: 4 }])
    expect(months.slice(-2)).toEqual([
      { month: '2026-10', answers: 2 },
      { month: '2026-11', answers: 2 },
    ])
    expect((await ready('sofia', '?month=2026-10')).municipalities).toMatchObject([{ answers: 2, before: 0 }])
    expect((await ready('uma')).municipalities.every(({ answers }) => answers === 0)).toBe(true)
    expect((await ready('carla')).municipalities).toMatchObject([{ answers: 0 }])
    expect((await ready('ada')).municipalities.length).toBeGreaterThan(1)
    const cookie = await world.signIn('sofia')
    const status = async (asked: string) =>
      (await world.ask('GET', `/api/statistics?month=${asked}`, { cookie })).status
    expect(await Promise.all(['1900-01', '2099-12', '1899-12', '0000-05', '9999-12'].map(status))).toEqual([
      200, 200, 400, 400, 400,
    ])
  })
})

describe.each(ROLES)('%s', (role) => {
  it('counts in statistics what its list shows, form for form, and nothing without the right', async () => {
    const { world, cookie, answers } = await stageFor(role)
    for (const id of new Set(answers.map(({ answer }) => answer.idPlantilla))) {
      const list = await world.ask('GET', `/api/answers?template=${id}&size=50`, { cookie })
      const response = await world.ask('GET', `/api/statistics/${id}`, { cookie })
      if (!hasStatisticsRight(role)) expect(response.status).toBe(403)
      else if (response.status === 200) {
        const listed = list.status === 200 ? answersPageSchema.parse(await list.json()).answers.length : 0
        expect(formStatisticsSchema.parse(await response.json())).toMatchObject({ found: { answers: listed } })
      } else expect(response.status).toBe(404)
    }
  })
})
