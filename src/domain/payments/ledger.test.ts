import { expect, it } from 'vitest'
import { computeRefundExtent } from './ledger.ts'

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
