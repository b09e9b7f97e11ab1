import { beforeEach, describe, expect, it, vi } from 'vitest'
import { composeAnswer } from '#domain/answering/index.ts'
import { getMunicipality, templateIdSchema, type AreaPath } from '#domain/kernel/index.ts'
import { closingReportSchema, computeNetAmount, type PaymentFact } from '#domain/payments/index.ts'
import {
  formStatisticsSchema,
  moneyStatisticsSchema,
  NO_STATISTICS_FILTER,
  type MoneyOfCurrency,
} from '#domain/statistics/index.ts'
import { keys } from '#domain/store/index.ts'
import { buildFact, buildOrder, PESO } from '#tests/support/builders/payments.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildSubmit } from '#tests/support/builders/submit.ts'
import { AREA, buildTemplate, MUNICIPALITY, NOW, OTHER_AREA } from '#tests/support/builders/template.ts'
import { addPerson, buildWorld, type World } from '#tests/support/server/world.ts'
import { there } from '#tests/support/there.ts'
import { CatchingUpError } from '../ports.ts'
import { readMoneyOfForm } from './read-money.ts'

/* It is 12:30 on 20 November in Cordoba. */
const FORM = buildTemplate({ areas: [AREA, OTHER_AREA] })
const OTHER = buildTemplate({ id: templateIdSchema.parse('arbolado') })
const { content } = buildSubmit()
let world: World

type Bought = {
  readonly seed: number
  readonly state: 'Bueno' | 'Malo' | undefined
  readonly trades?: readonly number[]
  readonly area?: AreaPath
  readonly facts: readonly PaymentFact[]
  readonly order?: object
}

async function put({ seed, state, trades = [0], area = AREA, facts, order = {} }: Bought) {
  const values = {
    ...content.values,
    '0/4': { chosen: trades },
    '0/5': { chosen: state === undefined ? [] : [state === 'Bueno' ? 0 : 1] },
  }
  const submit = buildSubmit(seed, { content: { ...content, values } })
  const answer = {
    ...composeAnswer(FORM, submit, { code: `VIS${seed}`, now: NOW, author: buildUser('ines') }),
    areas: [area],
  }
  await world.put(keys.answer(answer.id), answer)
  const own = { id: answer.id, orderId: `K3WQ9ZT0M4X${seed}`, area, facts, status: 'Pagado', delivery: 'delivered' }
  await world.put(keys.paymentOrder(answer.id), buildOrder({ ...own, form: FORM.id, attempts: [], ...order }))
  return answer
}

const paid = (reference: string, amount: number, at: string) =>
  buildFact('paid', { reference, amount, at: `2026-11-${at}:00.000Z` })
const back = (of: string, amount: number, at: string) =>
  buildFact('refunded', { reference: `re_${of}`, of, amount, at: `2026-11-${at}:00.000Z` })

beforeEach(async () => {
  world = await buildWorld()
  await world.put(keys.template(FORM.id), FORM)
  await addPerson(world.put, buildUser('tere', 'ROLE_TESORERIA', [AREA]))
  await put({ seed: 1, state: 'Bueno', trades: [0, 2], facts: [paid('p1', 10_000, '20T15:00')] })
  // 23:30 on the 18th in Cordoba, and a refund on the 20th.
  await put({ seed: 2, state: 'Malo', facts: [paid('p2', 5_000, '19T02:30'), back('p2', 2_000, '20T14:00')] })
  const zone = { zone: 2, sectionName: 'Campo' }
  await put({ seed: 3, state: undefined, area: OTHER_AREA, facts: [paid('p3', 700, '19T15:00')], order: zone })
  await put({ seed: 4, state: 'Bueno', facts: [paid('p4', 90_000, '20T15:00')], order: { mode: 'test' } })
  await put({ seed: 5, state: 'Bueno', facts: [paid('p5', 40_000, '25T15:00')] })
  // The money of an answer that no longer exists.
  const gone = await put({ seed: 6, state: 'Bueno', facts: [paid('p6', 300, '20T16:00')] })
  await world.store.commit({
    keysFor: () => [],
    decide: () => ({ result: undefined, writes: [{ kind: 'delete', key: keys.answer(gone.id) }] }),
  })
})

/** 18 to 20 November in Cordoba. */
const PERIOD = 'startDate=2026-11-18T03:00:00.000Z&endDate=2026-11-21T02:59:59.999Z'
async function read(who: string, query = PERIOD) {
  const cookie = await world.signIn(who)
  const response = await world.ask('GET', `/api/statistics/comercios/money?${query}`, { cookie })
  expect(response.status).toBe(200)
  return moneyStatisticsSchema.parse(await response.json())
}
async function money(who: string, query = PERIOD): Promise<MoneyOfCurrency> {
  return there((await read(who, query)).currencies[0])
}
/** Net money by key of a question's options. */
async function optionsOf(titulo: string, ofMoney: MoneyOfCurrency) {
  const response = await world.ask('GET', '/api/statistics/comercios', { cookie: await world.signIn('ada') })
  const ready = formStatisticsSchema.parse(await response.json())
  if (ready.status !== 'ready') throw new Error('It is still counted')
  const question = there(ready.sections.flatMap(({ questions }) => questions).find((each) => each.titulo === titulo))
  if (question.figures?.kind !== 'options') throw new Error('no options')
  const names = new Map(question.figures.options.map(({ key, texto }) => [key, texto]))
  const sums = ofMoney.questions.find(({ key }) => key === question.key)?.options ?? []
  return Object.fromEntries(sums.map((sum) => [names.get(sum.key) ?? sum.key, computeNetAmount(sum)]))
}
const keyOf = async (titulo: string, texto: string) => {
  const response = await world.ask('GET', '/api/statistics/comercios', { cookie: await world.signIn('ada') })
  const ready = formStatisticsSchema.parse(await response.json())
  const questions = ready.status === 'ready' ? ready.sections.flatMap((section) => section.questions) : []
  const { key, figures } = there(questions.find((each) => each.titulo === titulo))
  const options = figures?.kind === 'options' ? figures.options : []
  return `${key}.${there(options.find((option) => option.texto === texto)).key}`
}

describe('the money of a form in a period', () => {
  it('is summed by day of the money, zone, area and option, without test payments', async () => {
    const shown = await money('tere')
    const sum = (received: number, refunded = 0, payments = 1) => ({ payments, received, refunded, lost: 0 })
    expect(shown.total).toEqual(sum(16_000, 2_000, 4))
    expect(shown.currency).toEqual(PESO)
    expect(shown.days).toEqual([
      { day: '2026-11-18', ...sum(5_000) },
      { day: '2026-11-19', ...sum(700) },
      { day: '2026-11-20', ...sum(10_300, 2_000, 2) },
    ])
    expect(shown.zones).toEqual([
      { zone: 7, name: 'Platea', ...sum(15_300, 2_000, 3) },
      { zone: 2, name: 'Campo', ...sum(700) },
    ])
    expect(shown.areas.map(({ path, received }) => [path, received])).toEqual([
      [AREA, 15_300],
      [OTHER_AREA, 700],
    ])
    expect(await optionsOf('Estado', shown)).toEqual({ Bueno: 10_000, Malo: 3_000, none: 700, '': 300 })
    // Several options could be chosen.
    expect(await optionsOf('Rubros', shown)).toEqual({ Bar: 13_700, Otro: 10_000, '': 300 })
  })

  it.each([
    ['a day', '2026-11-20', '2026-11-20'],
    ['several days', '2026-11-18', '2026-11-20'],
    ['a month', '2026-11-01', '2026-11-30'],
  ])('has the total of the closings of the same period: %s', async (_, from, to) => {
    const cookie = await world.signIn('tere')
    const of = `municipality=${encodeURIComponent(MUNICIPALITY)}&from=${from}&to=${to}`
    const response = await world.ask('GET', `/api/payments/closings?${of}`, { cookie })
    const { sums } = closingReportSchema.parse(await response.json())
    const closed = sums.reduce((all, sum) => all + computeNetAmount(sum), 0)
    const next = new Date(Date.parse(`${to}T03:00:00.000Z`) + 86_399_999).toISOString()
    const shown = await money('tere', `startDate=${from}T03:00:00.000Z&endDate=${next}`)
    const total = (list: readonly Parameters<typeof computeNetAmount>[0][]) =>
      list.reduce((all, each) => all + computeNetAmount(each), 0)
    const byState = Object.values(await optionsOf('Estado', shown)).reduce((all, each) => all + each, 0)
    expect([total([shown.total]), total(shown.days), total(shown.zones), total(shown.areas), byState]).toEqual(
      Array.from({ length: 5 }, () => closed),
    )
  })

  it('is that of the chosen day if the closings keep an older time zone', async () => {
    const closed = { municipality: getMunicipality(AREA), from: '2026-11-16', day: '2026-11-16', number: 1, at: NOW }
    await world.put(keys.lastClosing(getMunicipality(AREA)), { ...closed, by: buildUser('tere').id, timeZone: 'UTC' })
    // The filter is 19 November in Cordoba. The payment at 02:30 UTC counts on the closings' 19 November too.
    const shown = await money('tere', 'startDate=2026-11-19T03:00:00.000Z&endDate=2026-11-20T02:59:59.999Z')
    expect(shown.days.map(({ day, received }) => [day, received])).toEqual([['2026-11-19', 5_700]])
  })

  it('follows the filters of the statistics, and a bar does not narrow its own question', async () => {
    expect((await money('tere', `${PERIOD}&area=${encodeURIComponent(OTHER_AREA)}`)).total.received).toBe(700)
    expect((await money('tere', `${PERIOD}&municipalityCodeId=VIS2`)).total.received).toBe(5_000)
    expect((await read('tere', `${PERIOD}&answerBy=nadie`)).currencies).toEqual([])
    const good = await money('tere', `${PERIOD}&options=${await keyOf('Estado', 'Bueno')}`)
    expect(good.total.received).toBe(10_000)
    expect(await optionsOf('Estado', good)).toEqual({ Bueno: 10_000, Malo: 3_000, none: 700, '': 300 })
    expect(await optionsOf('Rubros', good)).toEqual({ Bar: 10_000, Otro: 10_000 })
    // Without days, all money up to now.
    expect((await money('tere', '')).total.received).toBe(16_000)
  })

  it('by payment, words and citizen, without searching the answers of other periods', async () => {
    const { answer: waiting } = buildSubmit(2)
    const answer = there(await world.store.get(keys.answer(waiting)))
    await world.put(keys.answer(waiting), { ...answer, opcionales: { ...answer.opcionales, addPaymentGateway: true } })
    const query = vi.spyOn(world.store, 'query')
    expect((await money('tere', `${PERIOD}&payment=Pendiente+de+validar`)).total.received).toBe(5_000)
    expect((await money('tere', `${PERIOD}&municipalityCodeId=vis1`)).total.received).toBe(10_000)
    expect((await read('tere', `${PERIOD}&payment=Pagado`)).currencies).toEqual([])
    expect((await read('tere', `${PERIOD}&citizenDni=99999999`)).currencies).toEqual([])
    const searches = query.mock.calls.filter(([one]) => one.collection === 'respuestas_formularios' && one.summaries)
    expect(searches).toEqual([])
  })

  it('reads orders of the form, or those of the days if there are fewer', async () => {
    const query = vi.spyOn(world.store, 'query')
    const searched = async (period: string) => {
      query.mockClear()
      const { received } = (await money('tere', period)).total
      const orders = query.mock.calls.flatMap(([one]) => (one.collection === 'payOrder' ? [one] : []))
      return [received, ...orders.map(({ where, containsAny }) => where?.['form'] ?? containsAny?.field)]
    }
    const DAY = 'startDate=2026-11-18T03:00:00.000Z&endDate=2026-11-19T02:59:59.999Z'
    expect(await searched(DAY)).toEqual([5_000, 'listing.reach'])
    expect(await searched('')).toEqual([16_000, FORM.id])
    expect(await searched('startDate=2020-01-01T03:00:00.000Z')).toEqual([16_000, FORM.id])
    for (const seed of [21, 22, 23, 24, 25, 26]) {
      const { answer: id } = buildSubmit(seed)
      const facts = [paid(`p${seed}`, 100, '18T15:00')]
      await world.put(keys.paymentOrder(id), buildOrder({ id, orderId: `K3WQ9ZT0M4${seed}`, facts, form: OTHER.id }))
    }
    expect(await searched(DAY)).toEqual([5_000, FORM.id])
  })

  it('stops after the first page of orders if the reader has left', async () => {
    const getMany = vi.spyOn(world.store, 'getMany')
    const user = there(await world.store.get(keys.user(buildUser('tere').id)))
    const left = readMoneyOfForm(world.ports, user, FORM.id, {
      query: NO_STATISTICS_FILTER,
      signal: AbortSignal.abort(),
    })
    await expect(left).rejects.toThrow(CatchingUpError)
    expect(
      getMany.mock.calls.flatMap(([all]) => all).filter((key) => key.startsWith('respuestas_formularios/')),
    ).toEqual([])
  })

  it('is offered for forms that take or took payments, to those who may read it', async () => {
    const isPaid = async (who: string, form: string) => {
      const response = await world.ask('GET', `/api/statistics/${form}`, { cookie: await world.signIn(who) })
      const ready = formStatisticsSchema.parse(await response.json())
      return ready.status === 'ready' && ready.isPaid
    }
    await world.put(keys.template(OTHER.id), OTHER)
    expect([await isPaid('tere', FORM.id), await isPaid('carla', FORM.id), await isPaid('tere', OTHER.id)]).toEqual([
      true,
      undefined,
      undefined,
    ])
    const opcionales = { ...OTHER.opcionales, addPaymentGateway: true }
    await world.put(keys.template(OTHER.id), { ...OTHER, opcionales })
    expect(await isPaid('tere', OTHER.id)).toBe(true)
  })

  it('of the areas that the reader may access', async () => {
    await addPerson(world.put, buildUser('rosa', 'ROLE_SUPERVISOR', [AREA]))
    const shown = await money('rosa')
    expect([shown.total.received, shown.areas.length]).toEqual([15_300, 1])
  })

  it('is not shown if the form hides small counts', async () => {
    await world.put(keys.template(FORM.id), { ...FORM, opcionales: { ...FORM.opcionales, hideSmallCounts: true } })
    expect(await read('tere')).toMatchObject({ masked: true, currencies: [] })
  })
})

describe('the money of a form is refused', () => {
  const ask = async (who: string | undefined, query = '') => {
    const cookie = who === undefined ? {} : { cookie: await world.signIn(who) }
    return (await world.ask('GET', `/api/statistics/comercios/money${query}`, cookie)).status
  }

  it('to users without the right, of another municipality, and without an account', async () => {
    expect([await ask('carla'), await ask('ines'), await ask('uma'), await ask(undefined)]).toEqual([
      403, 403, 404, 401,
    ])
    // Takes payments, but reads no statistics.
    await addPerson(world.put, buildUser('dora', 'ROLE_SUPERVISOR_DUPLICADOR', [AREA]))
    expect(await ask('dora')).toBe(404)
    await addPerson(world.put, buildUser('otto', 'ROLE_SUPERVISOR', [OTHER_AREA]))
    await world.put(keys.template(FORM.id), buildTemplate())
    expect(await ask('otto')).toBe(404)
  })

  it.each([
    'startDate=ayer',
    'options=%00',
    'area=x',
    'questions=a1',
    'state=9999',
    'startDate=9999-12-31T23:59:59.999Z',
  ])('or answered, never with a fault: %s', async (query) => {
    expect([200, 400]).toContain(await ask('ada', `?${query}`))
  })
})
