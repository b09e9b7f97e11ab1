import { expect, it } from 'vitest'
import { buildFact, buildOrder } from '#tests/support/builders/payments.ts'
import { buildLedger, computeRefundExtent } from './ledger.ts'
import { cancelOrder } from './settle.ts'
import { NOW } from '#tests/support/builders/template.ts'

const LEDGER = { paid: 10_000, refunded: 0, lost: 0, disputed: 0, asked: 0, kept: 10_000, free: 10_000 }

it.each([
  ['nothing was refunded', LEDGER, 'none'],
  ['a refund is in progress', { ...LEDGER, asked: 2_500, free: 7_500 }, 'none'],
  ['a part was refunded', { ...LEDGER, refunded: 2_500, kept: 7_500, free: 7_500 }, 'part'],
  ['everything was refunded', { ...LEDGER, refunded: 10_000, kept: 0, free: 0 }, 'whole'],
  ['a double payment was refunded', { ...LEDGER, paid: 20_000, refunded: 10_000 }, 'none'],
  ['a dispute was lost', { ...LEDGER, lost: 10_000, kept: 0, free: 0 }, 'none'],
] as const)('tells how much of a payment was refunded when %s', (_, ledger, extent) => {
  expect(computeRefundExtent(ledger, 10_000)).toBe(extent)
})

it.each([
  ['the desk, which staff refund', 'desk', { asked: 0, kept: 10_000, free: 10_000 }],
  ['a provider, which is refunded automatically', 'stripe', { asked: 10_000, kept: 10_000, free: 0 }],
] as const)('of a cancelled order has the money of %s', (_, provider, ledger) => {
  const facts = [buildFact('paid', { provider })]
  const order = buildOrder({ status: 'Pagado', delivery: 'delivered', isEvent: true, zone: 7, facts })
  expect(buildLedger(cancelOrder(order, NOW))).toMatchObject(ledger)
})
