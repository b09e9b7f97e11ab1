import { describe, expect, it } from 'vitest'
import { composeAnswer } from '#domain/answering/index.ts'
import { buildPaymentEntry } from '#domain/payments/index.ts'
import { formStatisticsSchema, buildOutline, createValueTest } from '#domain/statistics/index.ts'
import { keys } from '#domain/store/index.ts'
import { answerPointsSchema, answersPageSchema, formatValueFilters } from '#domain/answers/index.ts'
import { exportBatchSchema } from '#domain/exports/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildOrder } from '#tests/support/builders/payments.ts'
import { buildSubmit } from '#tests/support/builders/submit.ts'
import { AREA, buildTemplate, FOREIGN_AREA, NOW, OTHER_AREA } from '#tests/support/builders/template.ts'
import { addPerson, buildWorld, type World } from '#tests/support/server/world.ts'
import { openSqliteStore } from '../store.ts'

const FORM = buildTemplate({ areas: [AREA, OTHER_AREA] })
const BASE = buildSubmit().content
const COUNT = 18

/** The option chosen by each answer, defined once for stored and expected data. */
const chosen = (seed: number) => ({
  state: seed % 3 === 0 ? 'Bueno' : 'Malo',
  trades: [['Bar'], ['Bar', 'Otro'], [], ['Almacén']][seed % 4] ?? [],
  safe: seed % 5 < 2,
  exits: seed % 2 === 0,
  area: seed % 6 === 5 ? OTHER_AREA : AREA,
  author: seed % 7 === 1 ? 'carla' : 'ines',
})
const TRADES = ['Bar', 'Almacén', 'Otro']

async function put(world: World, seed: number): Promise<string> {
  const { state, trades, safe, area, author } = chosen(seed)
  const values = {
    ...BASE.values,
    '0/0': { respuesta: seed % 3 === 1 ? `Panadería Sol, ${seed}` : 'Bar El Puente' },
    '0/1': { respuesta: String(seed) },
    '0/2': { respuesta: `${seed - 5},50` },
    '0/3': { respuesta: `2027-03-${String(seed).padStart(2, '0')}` },
    '1/r0/0': { respuesta: seed % 2 === 0 ? 'Portón del fondo' : 'Ventana' },
    '0/4': { chosen: trades.map((trade) => TRADES.indexOf(trade)) },
    '0/5': { chosen: [state === 'Bueno' ? 0 : 1] },
    '0/6': { respuesta: safe },
  }
  const submit = buildSubmit(seed, { content: { ...BASE, values } })
  const made = composeAnswer(FORM, submit, { code: `VIS${seed}`, now: NOW, author: buildUser(author) })
  // Dates repeat, so that the order depends on keys.
  const answer = {
    ...made,
    areas: [area],
    authorId: buildUser(author).id,
    fechaCreacion: `2026-11-1${seed % 4}T10:00:00.000Z` as typeof NOW,
    lastUpdate: `2026-11-2${seed % 3}T10:00:00.000Z` as typeof NOW,
    ubicacion: { direccion: '', latlng: { latitude: -31, longitude: -64 - seed / 100 } },
    payments: seed % 4 === 1 ? [buildPaymentEntry(buildOrder({ status: 'Pagado' }), '', 'UTC')] : [],
  }
  await world.put(keys.answer(answer.id), answer)
  return answer.id
}

describe.each(['memory', 'sqlite'] as const)('a bar, in %s', (kind) => {
  const worldWith = async () => {
    const world = await buildWorld({}, kind === 'sqlite' ? openSqliteStore(':memory:') : undefined)
    await world.put(keys.template(FORM.id), FORM)
    const ids = new Map<string, number>()
    for (let seed = 1; seed <= COUNT; seed += 1) ids.set(await put(world, seed), seed)
    const cookies = new Map<string, Promise<string>>()
    const ask = async (user: string, path: string) => {
      cookies.set(user, cookies.get(user) ?? world.signIn(user))
      return world.ask('GET', path, { cookie: (await cookies.get(user)) ?? '' })
    }

    /** Page after page, forwards and backwards. */
    const listed = async (user: string, asked: string, total?: number): Promise<readonly number[]> => {
      const page = async (place: string) => {
        const response = await ask(user, `/api/answers?template=comercios&size=4${asked}${place}`)
        expect(response.status).toBe(200)
        return answersPageSchema.parse(await response.json())
      }
      const seeds: number[] = []
      let now = await page('')
      if (total !== undefined) expect(now.total).toBe(total)
      for (;;) {
        seeds.push(...now.answers.map(({ id }) => ids.get(id) ?? 0))
        if (now.next === undefined) break
        now = await page(`&after=${encodeURIComponent(now.next)}`)
      }
      const back = now.answers.map(({ id }) => ids.get(id) ?? 0)
      while (now.previous !== undefined) {
        now = await page(`&before=${encodeURIComponent(now.previous)}`)
        back.unshift(...now.answers.map(({ id }) => ids.get(id) ?? 0))
      }
      expect(back).toEqual(seeds)
      return seeds
    }
    const bars = async (user: string, asked = '') => {
      const ready = formStatisticsSchema.parse(await (await ask(user, `/api/statistics/comercios${asked}`)).json())
      if (ready.status !== 'ready') throw new Error('It is still counted')
      return ready.sections.flatMap(({ rows, questions }) =>
        questions.flatMap(({ key, titulo, figures }) =>
          rows !== null || figures?.kind !== 'options'
            ? []
            : figures.options.map((one) => ({ ...one, titulo, options: `${key}.${one.key}` })),
        ),
      )
    }
    return { world, ids, ask, listed, bars }
  }
  type Bar = Awaited<ReturnType<Awaited<ReturnType<typeof worldWith>>['bars']>>[number]

  const fits = ({ titulo, texto, key }: Bar, seed: number): boolean => {
    const { state, trades, safe } = chosen(seed)
    if (titulo === 'Estado') return texto === state
    if (titulo === 'Rubros') return trades.includes(texto)
    if (titulo === 'Matafuegos') return (key === 'yes') === safe
    return texto === 'Gastronómico'
  }
  const all = Array.from({ length: COUNT }, (_, at) => at + 1)
  const order = (asked: string) => (a: number, b: number) => {
    const [x, y] = asked.includes('lastUpdateCheck') ? [a % 3, b % 3] : [a % 4, b % 4]
    return (asked.includes('ascending') ? 1 : -1) * (x - y || a - b)
  }

  it('leads to exactly the answers that it counts, whatever else narrows the list', async () => {
    const { listed, bars } = await worldWith()
    for (const [asked, keeps] of [
      ['', () => true],
      ['&state=0', () => true],
      ['&answerBy=ines@relevo.example&lastUpdateCheck=1', (seed: number) => chosen(seed).author === 'ines'],
      [`&area=${encodeURIComponent(OTHER_AREA)}`, (seed: number) => chosen(seed).area === OTHER_AREA],
      ['&municipalityCodeId=VIS9', (seed: number) => seed === 9],
      ['&payment=Pagado', (seed: number) => seed % 4 === 1],
      [
        '&startDate=2026-11-11T00:00:00.000Z&endDate=2026-11-12T10:00:00.000Z',
        (seed: number) => [1, 2].includes(seed % 4),
      ],
    ] as const)
      for (const bar of await bars('sofia', asked.replace('&', '?'))) {
        const expected = all.filter((seed) => keeps(seed) && fits(bar, seed))
        expect([bar.titulo, bar.texto, bar.count]).toEqual([bar.titulo, bar.texto, expected.length])
        const turned = bar.count === 0 ? '' : '&ascending=1'
        for (const way of new Set(['', turned])) {
          const found = await listed('sofia', `${asked}&options=${bar.options}${way}`, expected.length)
          expect(found).toEqual(expected.toSorted(order(`${asked}${way}`)))
        }
      }
  }, 60_000)

  it('goes with others: those of one question for any, those of two for both; and those who did not answer', async () => {
    const { listed, bars } = await worldWith()
    const ready = await bars('sofia')
    const bar = (texto: string) => ready.find((one) => one.texto === texto)?.options ?? ''
    const either = await listed('sofia', `&options=${bar('Bar')},${bar('Almacén')}`)
    expect(either.toSorted((a, b) => a - b)).toEqual(all.filter((seed) => seed % 4 !== 2))
    const both = await listed('sofia', `&options=${bar('Bar')},${bar('Bueno')}`)
    expect(both.toSorted((a, b) => a - b)).toEqual(all.filter((seed) => [0, 1].includes(seed % 4) && seed % 3 === 0))
    const none = await listed('sofia', `&options=${bar('Bar').split('.')[0]}.none`)
    expect(none.toSorted((a, b) => a - b)).toEqual(all.filter((seed) => seed % 4 === 2))
    expect(await listed('sofia', '&options=no.thing', 0)).toEqual([])
  })

  it('shows each reader only what their list has, on the map and in the export, too', async () => {
    const { world, ids, ask, listed, bars } = await worldWith()
    await addPerson(world.put, buildUser('area', 'ROLE_SUPERVISOR', [AREA]))
    const bad = (await bars('sofia')).find(({ texto }) => texto === 'Malo')?.options ?? ''
    for (const [user, keeps] of [
      ['area', (seed: number) => chosen(seed).area === AREA],
      ['carla', (seed: number) => chosen(seed).author === 'carla'],
    ] as const) {
      const expected = all.filter((seed) => keeps(seed) && chosen(seed).state === 'Malo').toSorted(order(''))
      expect(await listed(user, `&options=${bad}`, expected.length)).toEqual(expected)
      const points = answerPointsSchema.parse(
        await (await ask(user, `/api/map/answers?template=comercios&options=${bad}`)).json(),
      )
      expect(points.points.map(([, , id]) => ids.get(id))).toEqual(expected)
    }
    const cookie = await world.signIn('sofia')
    const body = { data: { formData: { id: 'comercios' }, filters: { options: bad, area: OTHER_AREA } } }
    const response = await world.ask('POST', '/api/generateCsv', { cookie, body })
    const { result } = (await response.json()) as { readonly result: unknown }
    const batch = exportBatchSchema.parse(result)
    expect(batch.answers.map(({ id }) => ids.get(id))).toEqual(
      all.filter((seed) => chosen(seed).area === OTHER_AREA && chosen(seed).state === 'Malo').toSorted(order('')),
    )
    expect([batch.total, batch.hidden]).toEqual([batch.answers.length, 0])
  })

  it('is joined by what typed questions are answered with: numbers and days from and to, and texts that are in it, in one of the rows', async () => {
    const { world, ids, listed, bars } = await worldWith()
    const outline = buildOutline([FORM], 'es').flatMap(({ questions }) => questions)
    const keyOf = (titulo: string): string => outline.find((one) => one.titulo === titulo)?.key ?? ''
    const bad = (await bars('sofia')).find(({ texto }) => texto === 'Malo')?.options ?? ''
    const range = (titulo: string, from: string, to: string) =>
      formatValueFilters([{ kind: 'range', question: keyOf(titulo), from, to }])
    const text = (titulo: string, sought: string) =>
      formatValueFilters([{ kind: 'text', question: keyOf(titulo), text: sought }])
    const cases: readonly (readonly [asked: string, keeps: (seed: number) => boolean])[] = [
      [range('Empleados', '4', '7'), (seed) => seed >= 4 && seed <= 7],
      [range('Empleados', '15', ''), (seed) => seed >= 15],
      [range('Superficie', '', '-1.5'), (seed) => seed <= 4],
      [range('Superficie', '0.51', '1.49'), () => false],
      [range('Vencimiento', '2027-03-05', '2027-03-06'), (seed) => seed === 5 || seed === 6],
      [text('Nombre', 'PANADERIA  sol,'), (seed) => seed % 3 === 1],
      [text('Ubicación', 'del fondo'), (seed) => seed % 2 === 0],
      [`${text('Nombre', 'puente')},${range('Empleados', '', '6')}`, (seed) => seed % 3 !== 1 && seed <= 6],
      // A question of another kind, and no question at all.
      [text('Empleados', '4'), () => false],
      [range('Nombre', '1', '2'), () => false],
      [range('Rubros', '1', '2'), () => false],
      ['zzz:1..2', () => false],
    ]
    const not = (written: string) => written.replace(/[:~=*.]/, '!$&')
    const same = (titulo: string, sought: string) => `${keyOf(titulo)}=${encodeURIComponent(sought)}`
    const { key: trades = '', options = [] } = outline.find(({ titulo }) => titulo === 'Rubros') ?? {}
    const other = `${trades}!.${options.find(({ texto }) => texto === 'Otro')?.key}`
    const further: typeof cases = [
      [not(range('Empleados', '4', '7')), (seed) => seed < 4 || seed > 7],
      [not(range('Vencimiento', '2027-03-05', '2027-03-05')), (seed) => seed !== 5],
      [not(text('Nombre', 'puente')), (seed) => seed % 3 === 1],
      [same('Nombre', 'bar el  PUENTE'), (seed) => seed % 3 !== 1],
      [same('Nombre', 'puente'), () => false],
      [not(same('Nombre', 'Panadería Sol, 7')), (seed) => seed !== 7],
      // In one of the rows, and in none of them.
      [same('Ubicación', 'Ventana'), (seed) => seed % 2 === 1],
      [not(same('Ubicación', 'Ventana')), (seed) => seed % 2 === 0],
      [other, (seed) => seed % 4 !== 1],
      [`${trades}*`, (seed) => seed % 4 !== 2],
      [`${trades}!*`, (seed) => seed % 4 === 2],
      [`${other},${trades}*`, (seed) => seed % 4 === 0 || seed % 4 === 3],
      [`${keyOf('Empleados')}*`, () => true],
      [`${keyOf('Empleados')}!*`, () => false],
      [`${not(range('Empleados', '1', '3'))},${not(range('Empleados', '16', ''))}`, (seed) => seed > 3 && seed < 16],
      [`${range('Empleados', '1', '9')},${not(range('Empleados', '5', '5'))}`, (seed) => seed < 10 && seed !== 5],
      // A condition on a question that the form does not have is true of no answer, its opposite of all.
      ['zzz*', () => false],
      ['zzz!*', () => true],
    ]
    const stored = await world.store.query({ collection: 'respuestas_formularios', limit: 100 })
    for (const [values, keeps] of [...cases, ...further]) {
      const hasValues = createValueTest([FORM], { values })
      const onDevice = stored.filter(({ document }) => hasValues(document.secciones))
      expect([values, onDevice.map(({ document }) => ids.get(document.id) ?? 0).toSorted((a, b) => a - b)]).toEqual([
        values,
        all.filter(keeps),
      ])
      const asked = `&values=${encodeURIComponent(values)}`
      const expected = all.filter(keeps).toSorted(order(''))
      expect([values, await listed('sofia', asked, expected.length)]).toEqual([values, expected])
      const both = expected.filter((seed) => chosen(seed).state === 'Malo')
      expect(await listed('sofia', `${asked}&options=${bad}`, both.length)).toEqual(both)
      const early = expected.filter((seed) => seed % 4 === 0)
      expect(await listed('sofia', `${asked}&endDate=2026-11-10T23:59:59.999Z`, early.length)).toEqual(early)
      expect(await listed('sofia', `${asked}&state=0,1`, expected.length)).toEqual(expected)
      expect(await listed('sofia', `${asked}&state=1,2`, 0)).toEqual([])
    }
  }, 60_000)

  it('is refused where it is none, and shows nothing to anyone who has no such form', async () => {
    const { world, ask } = await worldWith()
    await addPerson(world.put, buildUser('lejos', 'ROLE_SUPERVISOR', [FOREIGN_AREA]))
    for (const path of ['/api/answers', '/api/map/answers'])
      for (const bad of [
        'options=x',
        'options=a.b,',
        'area=nowhere',
        'options=a.b%00',
        'values=x',
        'values=a:..',
        'values=a.b',
        'state=1,',
        'values=a~%25E0',
      ])
        expect((await ask('sofia', `${path}?template=comercios&${bad}`)).status).toBe(400)
    const response = await ask('lejos', '/api/answers?template=comercios&options=a.b')
    expect([response.status, await response.json()]).toMatchObject([404, { error: { code: 'template.missing' } }])
    const place = encodeURIComponent('respuestas_formularios/x\nno moment')
    expect((await ask('sofia', `/api/answers?template=comercios&options=a.b&after=${place}`)).status).toBe(200)
  })
})
