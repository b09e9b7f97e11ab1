import { describe, expect, it } from 'vitest'
import { buildFact, buildOrder } from '#tests/support/builders/payments.ts'
import { FOREIGN_AREA, MUNICIPALITY } from '#tests/support/builders/template.ts'
import { buildOrderSearchFields, findOrderMethod, findOrderState, matchesOrdersFilter } from './order-listing.ts'

const paid = buildFact('paid')
const refunded = (amount: number) => buildFact('refunded', { reference: `re_${amount}`, of: 'pi_1', amount })
const disputed = (dispute: string) => buildFact('disputed', { reference: 'dp_1', of: 'pi_1', dispute })
const settled = (...facts: readonly ReturnType<typeof buildFact>[]) =>
  buildOrder({ status: 'Pagado', delivery: 'delivered', open: false, facts })

describe('the state of an order', () => {
  it.each([
    ['pending', buildOrder()],
    ['declined', buildOrder({ status: 'Rechazado' })],
    ['paid', settled(paid)],
    ['refunded-part', settled(paid, refunded(4_000))],
    ['refunded', settled(paid, refunded(10_000))],
    ['paid', settled(paid, refunded(10_000), buildFact('refund-failed', { reference: 're_10000' }))],
    ['disputed', settled(paid, disputed('open'))],
    ['disputed', settled(paid, disputed('lost'))],
    ['paid', settled(paid, disputed('won'))],
    ['disputed', settled(paid, refunded(4_000), disputed('open'))],
  ])('%s', (state, order) => {
    expect(findOrderState(order)).toBe(state)
  })
})

describe('the method of an order', () => {
  it.each([
    [null, []],
    ['stripe', [paid]],
    ['waived', [buildFact('waived', { provider: 'desk' })]],
    ['desk', [buildFact('paid', { provider: 'desk' })]],
    ['cash', [buildFact('paid', { provider: 'desk', method: 'cash' })]],
    ['transfer', [buildFact('paid', { provider: 'desk', method: 'transfer' }), buildFact('paid', { reference: 'b' })]],
  ])('%s', (method, facts) => {
    expect(findOrderMethod({ facts })).toBe(method)
  })
})

it.each(['cash', 'card', 'transfer', 'other', undefined] as const)('is found as paid at the desk: %s', (method) => {
  const fact = buildFact('paid', { provider: 'desk', ...(method === undefined ? {} : { method }) })
  const filter = { municipality: MUNICIPALITY, method: 'desk' } as never
  expect(matchesOrdersFilter(settled(fact), filter)).toBe(true)
  expect([settled(paid), buildOrder()].some((order) => matchesOrdersFilter(order, filter))).toBe(false)
})

describe('the filters of the list', () => {
  const order = settled(buildFact('paid', { reference: 'pi_3QabCD77' }))
  const found = (filter: object) => matchesOrdersFilter(order, { municipality: MUNICIPALITY, ...filter } as never)

  it.each([
    'ana p',
    'PÁZ',
    'K3WQ-9ZT0',
    'k3wq9zt0m4xb',
    '30.111.222',
    '3011',
    'pi_3QAB CD77',
    ' ',
    '',
    '100',
    '100,00',
    '$ 100.00',
  ])('find the order by %j', (search) => {
    expect(found({ search })).toBe(true)
  })
  it.each(['1500', '1.500', '1,500', '1.500,00', '1,500.00', '$ 1500', '$1.500,00'])('find a total by %j', (search) => {
    const sale = { ...order, amount: 150_000 }
    expect(matchesOrdersFilter(sale, { municipality: order.municipality, search })).toBe(true)
    expect(matchesOrdersFilter({ ...sale, amount: 150 }, { municipality: order.municipality, search })).toBe(false)
  })
  it.each(['Ana Pax', '111222', 'WQ9Z', '100001', '.'])('do not find it by %j', (search) => {
    expect(found({ search })).toBe(false)
  })

  it('are the state, the method, the form and the municipality', () => {
    expect([found({ state: 'paid' }), found({ method: 'stripe' }), found({ form: 'comercios' })]).toEqual([
      true,
      true,
      true,
    ])
    expect([found({ state: 'refunded' }), found({ method: 'cash' }), found({ form: 'nota' })]).toEqual([
      false,
      false,
      false,
    ])
    expect(found({ municipality: FOREIGN_AREA.split('/').slice(0, 6).join('/') })).toBe(false)
  })
})

it('lists an order at its municipality and time', () => {
  expect(buildOrderSearchFields(buildOrder()).place).toBe(`${MUNICIPALITY}~2026-11-20T15:30:00.000Z`)
})

it.each(['UYU 960,00', 'UYU\u00A0960,00', 'uyu 960', '960.00 UYU', '$ 960', '960'])(
  'an order is found by its amount as the list shows it: %s',
  (search) => {
    const order = buildOrder({ amount: 96_000, currency: { sign: '$', name: 'UYU' } })
    expect(matchesOrdersFilter(order, { municipality: order.municipality, search })).toBe(true)
    expect(matchesOrdersFilter({ ...order, amount: 9_600 }, { municipality: order.municipality, search })).toBe(false)
  },
)
