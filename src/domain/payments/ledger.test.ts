import { expect, it } from 'vitest'
import { buildFact, buildOrder } from '#tests/support/builders/payments.ts'
import { buildLedger, computeRefundedPrice, computeRefundExtent } from './ledger.ts'
import { cancelOrder } from './settle.ts'
import { NOW } from '#tests/support/builders/template.ts'

const LEDGER = { paid: 10_000, refunded: 0, lost: 0, disputed: 0, asked: 0, kept: 10_000, free: 10_000 }

it.each([
  ['nothing was refunded', LEDGER, 'none', 0],
  ['a refund is in progress', { ...LEDGER, asked: 2_500, free: 7_500 }, 'none', 0],
  ['a part was refunded', { ...LEDGER, refunded: 2_500, kept: 7_500, free: 7_500 }, 'part', 2_500],
  ['everything was refunded', { ...LEDGER, refunded: 10_000, kept: 0, free: 0 }, 'whole', 10_000],
  ['a double payment was refunded', { ...LEDGER, paid: 20_000, refunded: 10_000 }, 'none', 0],
  ['a double payment was refunded in full', { ...LEDGER, paid: 20_000, refunded: 20_000, kept: 0 }, 'whole', 10_000],
  ['more than the surplus was refunded', { ...LEDGER, paid: 13_000, refunded: 5_000, kept: 8_000 }, 'part', 2_000],
  ['a part was refunded and the rest lost', { ...LEDGER, refunded: 2_500, lost: 7_500, kept: 0 }, 'whole', 2_500],
  ['a dispute was lost', { ...LEDGER, lost: 10_000, kept: 0, free: 0 }, 'none', 0],
] as const)('tells how much of a payment was refunded when %s', (_, ledger, extent, price) => {
  expect(computeRefundExtent(ledger, 10_000)).toBe(extent)
  expect(computeRefundedPrice(ledger, 10_000)).toBe(price)
})

it.each([
  ['the desk, which staff refund', 'desk', { asked: 0, kept: 10_000, free: 10_000 }],
  ['a provider, which is refunded automatically', 'stripe', { asked: 10_000, kept: 10_000, free: 0 }],
] as const)('of a cancelled order has the money of %s', (_, provider, ledger) => {
  const facts = [buildFact('paid', { provider })]
  const order = buildOrder({ status: 'Pagado', delivery: 'delivered', isEvent: true, zone: 7, facts })
  expect(buildLedger(cancelOrder(order, NOW))).toMatchObject(ledger)
})
