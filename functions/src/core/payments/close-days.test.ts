import { beforeEach, describe, expect, it } from 'vitest'
import { closingReportSchema, paymentFactSchema, type PaymentFact } from '#domain/payments/index.ts'
import { closeDayUnit, addFactsUnit } from '#domain/payments/judge/index.ts'
import { generateAnswerId, toInstant, userIdSchema } from '#domain/kernel/index.ts'
import { keys, wrapPartlyFoundDocuments } from '#domain/store/index.ts'
import { OWNER, STEPPING } from '#tests/support/builders/paying.ts'
import { buildFact, buildOrder } from '#tests/support/builders/payments.ts'
import { bytesFor } from '#tests/support/builders/submit.ts'
import { AREA, FOREIGN_AREA, MUNICIPALITY, NOW } from '#tests/support/builders/template.ts'
import { openMemoryStore } from '#tests/support/memory/index.ts'
import { there } from '#tests/support/there.ts'
import { buildWorld, FOREIGN_MUNICIPALITY, type World } from '#tests/support/server/world.ts'

/* sofia supervises the municipality, uma another one. It is 12:30 on 20 November in Cordoba. */
let world: World
let seed = 0
/** Runs once, right before the next commit that closes a day. */
let beforeClosing: (() => Promise<unknown>) | undefined
beforeEach(async () => {
  beforeClosing = undefined
  const store = openMemoryStore()
  world = await buildWorld(
    {},
    {
      ...store,
      commit: async (unit) => {
        const run = beforeClosing
        if (run !== undefined && unit.keysFor(wrapPartlyFoundDocuments(new Map())).includes(keys.lastClosing(OWNER))) {
          beforeClosing = undefined
          await run()
        }
        return store.commit(unit)
      },
    },
  )
})

const CASH = { provider: 'desk', reference: 'M0001', method: 'cash', by: 'sofia' }
const CLOSING = { by: userIdSchema.parse('sofia'), at: NOW, timeZone: 'America/Argentina/Cordoba' }
const at = (text: string) => ({ at: `2026-11-${text}:00.000Z` })

async function put(facts: readonly PaymentFact[], change: Readonly<Record<string, unknown>> = {}) {
  seed += 1
  const id = generateAnswerId(bytesFor(8000 + seed))
  const createdAt = toInstant(Date.parse(NOW) - seed * 1000)
  const own = { id, orderId: `K3WQ9ZT0M${100 + seed}`, createdAt, formTitle: 'Feria', status: 'Pagado', facts }
  await world.put(keys.paymentOrder(id), buildOrder({ ...own, delivery: 'delivered', attempts: [], ...change }))
  return id
}

const OF = `municipality=${encodeURIComponent(MUNICIPALITY)}`
async function ask(who: string, query: string) {
  return world.ask('GET', `/api/payments/closings?${OF}&${query}`, { cookie: await world.signIn(who) })
}
async function read(from: string, to = from) {
  const response = await ask('sofia', `from=2026-11-${from}&to=2026-11-${to}`)
  expect(response.status).toBe(200)
  return closingReportSchema.parse(await response.json())
}
async function close(day: string, who = 'sofia', municipality: string = MUNICIPALITY) {
  const cookie = await world.signIn(who)
  const response = await world.ask('POST', '/api/payments/closings', { cookie, body: { municipality, day } })
  return { status: response.status, body: (await response.json()) as { error?: { code?: string; details?: object } } }
}
const received = ({ sums }: Awaited<ReturnType<typeof read>>) => sums.map((sum) => sum.received)

describe('the money of a period', () => {
  it('is summed by form, provider, method and cashier on the day in the municipality, without tests', async () => {
    // 23:30 on the 19th in Cordoba.
    await put([buildFact('paid', { ...CASH, ...at('20T02:30') })])
    await put([
      buildFact('paid', at('20T03:00')),
      buildFact('refunded', { reference: 're', of: 'pi_1', ...at('20T04:00') }),
    ])
    await put([buildFact('paid', at('20T12:00'))], { mode: 'test' })
    await put([buildFact('paid', at('20T12:00'))], { municipality: FOREIGN_MUNICIPALITY, area: FOREIGN_AREA })
    expect((await read('19')).sums).toMatchObject([
      {
        title: 'Feria',
        provider: 'desk',
        method: 'cash',
        by: 'sofia',
        cashier: 'Inés Quiroga',
        payments: 1,
        received: 10_000,
      },
    ])
    expect((await read('20')).sums).toMatchObject([
      { provider: 'stripe', cashier: '', payments: 1, received: 10_000, refunded: 10_000, lost: 0 },
    ])
    expect(received(await read('19', '20'))).toEqual([10_000, 10_000])
    const { today, timeZone, language, due } = await read('18')
    expect([today, timeZone, language, due]).toEqual(['2026-11-20', 'America/Argentina/Buenos_Aires', 'es', undefined])
  })

  it('lists what differs between provider and ledger, in the areas of the user, without tests', async () => {
    await put([buildFact('mismatch', { reference: 'pi_9', amount: 700 })])
    await put([buildFact('mismatch', { reference: 'pi_8', amount: 800 })], { area: FOREIGN_AREA })
    await put([buildFact('mismatch', { reference: 'pi_7', amount: 900 })], { mode: 'test' })
    const { differences, moreDifferences } = await read('01')
    expect(differences).toMatchObject([{ kind: 'mismatch', amount: 700, title: 'Feria' }])
    expect([differences.length, moreDifferences]).toEqual([1, false])
    for (let count = 0; count < 198; count += 1) await put([buildFact('mismatch', { reference: 'pi_6' })])
    const most = await read('01')
    expect([most.differences.length, most.moreDifferences]).toEqual([198, true])
  })
})

it('lists the money of a cancelled event as such, and not as paid too much', async () => {
  await put([buildFact('paid', CASH)], { cancelled: NOW })
  await put([buildFact('paid', CASH), buildFact('paid', { ...CASH, reference: 'M0002' })])
  const found = (await read('01')).differences.map(({ kind, isEventCancelled, amount }) => [
    kind,
    isEventCancelled,
    amount,
  ])
  expect(found).toHaveLength(2)
  expect(found).toContainEqual(['surplus', true, 10_000])
  expect(found).toContainEqual(['surplus', undefined, 10_000])
})

describe('a closed day', () => {
  it('has a number, keeps its sums, and what arrives later counts on the first open day', async () => {
    const id = await put([buildFact('paid', at('18T12:00'))])
    expect((await close('2026-11-18')).body).toEqual({ day: '2026-11-18', number: 1 })
    const late = paymentFactSchema.parse(
      buildFact('refunded', { reference: 're', of: 'pi_1', amount: 400, ...at('18T13:00') }),
    )
    await world.store.commit(addFactsUnit(id, [late], STEPPING))
    const day = await read('18')
    expect([received(day), day.sums[0]?.refunded, day.closings]).toMatchObject([
      [10_000],
      0,
      [{ number: 1, by: 'Inés Quiroga' }],
    ])
    const next = await read('19')
    expect([next.sums[0]?.refunded, next.firstOpen, next.due, next.closings]).toEqual([
      400,
      '2026-11-19',
      '2026-11-19',
      [],
    ])
    expect((await read('18', '20')).sums[0]).toMatchObject({ received: 10_000, refunded: 400 })
    const stored = there(await world.store.get(keys.closing(OWNER, '2026-11-18')))
    expect(stored).toMatchObject({ day: '2026-11-18', number: 1, movements: 1 })
    const entries = await world.store.query({ collection: 'audit', where: { action: 'payment.day-closed' }, limit: 5 })
    expect(entries.map(({ document }) => document)).toMatchObject([{ by: 'sofia', details: { day: '2026-11-18' } }])
  })

  it('covers the days since the previous closing, so that none is left out', async () => {
    await close('2026-11-15')
    await put([buildFact('paid', at('17T12:00'))])
    expect((await read('19')).due).toBe('2026-11-17')
    expect((await close('2026-11-19')).body).toEqual({ day: '2026-11-19', number: 2 })
    expect((await close('2026-11-19')).body).toEqual({ day: '2026-11-19', number: 2 })
    const covered = { number: 2, from: '2026-11-16', day: '2026-11-19' }
    expect(await read('19')).toMatchObject({ sums: [{ received: 10_000 }], closings: [covered] })
    expect(await read('18')).toMatchObject({ sums: [], closings: [covered] })
    expect((await read('20')).closings).toEqual([])
    expect((await read('01', '20')).closings).toMatchObject([{ number: 1 }, covered])
    expect((await close('2026-11-18')).body.error).toMatchObject({
      code: 'payment.day-closed',
      details: { day: '2026-11-19' },
    })
    expect((await close('2026-11-21')).body.error?.code).toBe('payment.day-ahead')
  })

  it('covers all earlier money if it is the first one', async () => {
    await put([buildFact('paid', { at: '2023-02-03T12:00:00.000Z' })])
    await put([buildFact('paid', at('05T12:00'))])
    await put([buildFact('paid', at('20T12:00'))])
    await put([buildFact('paid', at('05T12:00'))], { municipality: FOREIGN_MUNICIPALITY, area: FOREIGN_AREA })
    expect(await read('18')).not.toHaveProperty('firstOpen')
    expect((await close('2026-11-18')).body).toEqual({ day: '2026-11-18', number: 1 })
    const day = await read('18')
    expect([day.sums[0]?.received, day.firstOpen, day.due]).toEqual([20_000, '2026-11-19', '2026-11-20'])
    expect(await read('05')).toMatchObject({
      sums: [{ received: 10_000 }],
      closings: [{ number: 1, day: '2026-11-18' }],
    })
    expect(day.closings[0]).not.toHaveProperty('from')
    await close('2026-11-20')
    expect((await read('20')).sums[0]?.received).toBe(10_000)
  })

  it('keeps its sums if another day is closed at the same moment', async () => {
    await put([buildFact('paid', at('17T12:00'))])
    await put([buildFact('paid', at('18T12:00'))])
    beforeClosing = () => world.store.commit(closeDayUnit(OWNER, { ...CLOSING, day: '2026-11-17' }))
    expect((await close('2026-11-18')).body).toEqual({ day: '2026-11-18', number: 2 })
    expect(await world.store.get(keys.closing(OWNER, '2026-11-17'))).toMatchObject({
      number: 1,
      sums: [{ received: 10_000 }],
    })
    expect(await read('18')).toMatchObject({ sums: [{ received: 10_000 }], closings: [{ from: '2026-11-18' }] })
  })

  it('contains money of an empty day that arrives while a later day is being closed', async () => {
    const id = await put([buildFact('paid', at('14T12:00'))])
    const refund = (reference: string) =>
      addFactsUnit(id, [buildFact('refunded', { reference, of: 'pi_1', amount: 400, ...at('17T12:00') })], STEPPING)
    await close('2026-11-15')
    beforeClosing = () => world.store.commit(refund('re_1'))
    expect((await close('2026-11-19')).body).toEqual({ day: '2026-11-19', number: 2 })
    expect((await read('19')).sums).toMatchObject([{ received: 0, refunded: 400 }])
    await world.store.commit(refund('re_2'))
    expect((await read('19')).sums).toMatchObject([{ refunded: 400 }])
    expect((await read('20')).sums).toMatchObject([{ refunded: 400 }])
  })

  it('counts once if the time zone of the municipality changes', async () => {
    // 23:30 on the 19th in Cordoba.
    await put([buildFact('paid', at('20T02:30'))])
    await close('2026-11-19')
    const place = there(await world.store.get(keys.municipality(OWNER)))
    await world.put(keys.municipality(OWNER), { ...place, settings: { ...place.settings, timeZone: 'Europe/Madrid' } })
    expect([received(await read('19')), received(await read('20'))]).toEqual([[10_000], []])
    const { timeZone, today } = await read('20')
    expect([timeZone, today]).toEqual(['America/Argentina/Buenos_Aires', '2026-11-20'])
  })

  it('is finished with its number if the server stopped between closing and summing', async () => {
    await put([buildFact('paid', at('18T12:00'))])
    await world.store.commit(closeDayUnit(OWNER, { ...CLOSING, day: '2026-11-18' }))
    expect(await read('18')).toMatchObject({ sums: [{ received: 10_000 }], closings: [{ number: 1 }] })
  })
})

describe('closings are refused', () => {
  const DAY = 'from=2026-11-20&to=2026-11-20'

  it.each(['ines', 'pablo', 'olga', 'carla', 'gil'])('to %s, who may not close', async (who) => {
    expect([(await ask(who, DAY)).status, (await close('2026-11-20', who)).status]).toEqual([403, 403])
  })

  it('to a supervisor, who takes payments but does not close', async () => {
    const sofia = there(await world.store.get(keys.user('sofia' as never)))
    await world.put(keys.user('sofia' as never), { ...sofia, roles: ['ROLE_SUPERVISOR'], areas: [AREA] })
    expect([(await ask('sofia', DAY)).status, (await close('2026-11-20')).status]).toEqual([403, 403])
  })

  it('to those of another municipality, who close only their own', async () => {
    expect([(await ask('uma', DAY)).status, (await close('2026-11-20', 'uma')).status]).toEqual([404, 404])
    expect((await close('2026-11-20', 'uma', FOREIGN_MUNICIPALITY)).body).toEqual({ day: '2026-11-20', number: 1 })
    expect(await world.store.get(keys.lastClosing(OWNER))).toBeUndefined()
  })

  it('without a session, to citizens and with a token of another system', async () => {
    for (const headers of [{}, { authorization: 'Bearer r1t_0123456789' }, { cookie: 'citizen=1' }]) {
      expect((await world.ask('GET', `/api/payments/closings?${OF}&${DAY}`, { headers })).status).toBe(401)
      const body = { municipality: MUNICIPALITY, day: '2026-11-20' }
      expect((await world.ask('POST', '/api/payments/closings', { headers, body })).status).toBe(401)
    }
  })

  it.each(['2025-11-18', '1926-11-20', '0001-01-01'])('for %s, more than a year ago', async (day) => {
    expect((await close(day)).body.error?.code).toBe('payment.day-past')
    expect((await ask('sofia', `from=${day}&to=${day}`)).status).toBe(200)
  })

  it('if one user asks too often', async () => {
    const cookie = await world.signIn('sofia')
    const path = `/api/payments/closings?${OF}&${DAY}`
    for (let count = 0; count < 30; count += 1) expect((await world.ask('GET', path, { cookie })).status).toBe(200)
    expect((await world.ask('GET', path, { cookie })).status).toBe(429)
    expect((await close('2026-11-20')).status).toBe(429)
  })

  it.each([
    'from=2026-11-21&to=2026-11-20',
    'from=2026-02-30&to=2026-03-01',
    'from=2025-01-01&to=2026-01-02',
    'from=x',
  ])('for the period %s', async (query) => {
    expect((await ask('sofia', query)).status).toBe(400)
  })
})
