import { describe, expect, it } from 'vitest'
import { toInstant, toMilliseconds } from '../kernel/index.ts'
import { buildAccount } from '#tests/support/builders/paying.ts'
import { buildFact, buildOrder } from '#tests/support/builders/payments.ts'
import { NOW } from '#tests/support/builders/template.ts'
import {
  findPaymentAccount,
  listPaymentAccounts,
  mayBePayingWithOtherAccount,
  replacePaymentAccount,
} from './accounts.ts'

const TEST = buildAccount({ mode: 'test', key: 'test' })
const LIVE = buildAccount({ key: 'live' })
const OTHER = buildAccount({ provider: 'mercado-pago', key: 'other' })

describe('accounts of a municipality', () => {
  it('are kept once for each provider and mode, the newest first', () => {
    const changes = [TEST, LIVE, OTHER, { ...LIVE, key: 'newer' }]
    const account = changes.reduce<ReturnType<typeof replacePaymentAccount> | undefined>(
      replacePaymentAccount,
      undefined,
    )
    expect(account && listPaymentAccounts(account).map(({ key }) => key)).toEqual(['newer', 'other', 'test'])
    expect(findPaymentAccount(account, { provider: 'stripe', mode: 'test' })?.key).toBe('test')
    expect(findPaymentAccount(account, { provider: 'mercado-pago', mode: 'test' })).toBeUndefined()
  })

  const order = buildOrder()
  const later = (hours: number) => toInstant(toMilliseconds(NOW) + hours * 3_600_000)
  const closed = buildOrder({ facts: [...order.facts, buildFact('closed', { reference: '1' })] })
  const begunInTest = buildOrder({ attempts: order.attempts.map((one) => ({ ...one, mode: 'test' })) })
  it.each([
    ['another mode', order, TEST, { now: NOW, expected: true }],
    ['another provider', order, OTHER, { now: NOW, expected: true }],
    ['the same', order, LIVE, { now: NOW, expected: false }],
    ['the mode that its attempt was begun in', begunInTest, TEST, { now: NOW, expected: false }],
    ['another, when it is over for a day', order, TEST, { now: later(25), expected: false }],
    ['another, when it is just over', order, TEST, { now: later(24), expected: true }],
    ['another, when its attempt is closed', closed, TEST, { now: NOW, expected: false }],
  ] as const)('of %s: an open order is paid elsewhere or not', (_, of, account, { now, expected }) => {
    expect(mayBePayingWithOtherAccount(of, account, now)).toBe(expected)
  })
})
