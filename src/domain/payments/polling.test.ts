import { expect, it } from 'vitest'
import { buildFact, buildOrder } from '#tests/support/builders/payments.ts'
import { NOW } from '#tests/support/builders/template.ts'
import { toInstant } from '../kernel/index.ts'
import { findPollDueTime, computeNextPollTime } from './polling.ts'
import { settleOrder } from './settle.ts'

const HOURS = 3_600_000
const after = (hours: number) => toInstant(Date.parse(NOW) + hours * HOURS)
const paid = buildFact('paid')
const order = buildOrder({ facts: [paid] })

it('asks again after 1 and 6 hours, 1, 3, 7, 14 and 30 days, and every 30 days until 180', () => {
  const looks: number[] = []
  for (let next = computeNextPollTime(order, NOW); next !== undefined; next = computeNextPollTime(order, next))
    looks.push((Date.parse(next) - Date.parse(NOW)) / HOURS)
  expect(looks).toEqual([1, 6, 24, 72, 168, 336, 720, 1_440, 2_160, 2_880, 3_600, 4_320])
})

it('begins again with what is new of the money', () => {
  const back = buildFact('refunded', { attempt: 0, reference: 're_1', of: 'pi_1', at: after(4_000) })
  expect(computeNextPollTime({ facts: [paid, back] }, after(4_000))).toBe(after(4_001))
})

it('does not wait for a provider whose clock is ahead', () => {
  expect(computeNextPollTime({ facts: [buildFact('paid', { at: after(99) })] }, NOW)).toBe(after(1))
})

it('asks about no money that came over the desk, and none that did not come', () => {
  const cash = buildFact('paid', { provider: 'desk', reference: 'C1' })
  expect([computeNextPollTime({ facts: [cash] }, NOW), computeNextPollTime(buildOrder(), NOW)]).toEqual([
    undefined,
    undefined,
  ])
  expect(findPollDueTime(buildOrder())).toBeUndefined()
})

it('is due for orders that were stored before there were looks, and for none that is done', () => {
  expect(findPollDueTime(order)).toBe(after(1))
  expect(findPollDueTime({ ...order, lookAt: after(6) })).toBe(after(6))
  expect(findPollDueTime({ ...order, lookAt: null })).toBeUndefined()
})

it('is set when money comes', () => {
  expect(settleOrder(buildOrder(), [paid], 9, NOW).lookAt).toBe(after(1))
  expect(settleOrder(buildOrder(), [paid], 9, after(5_000)).lookAt).toBeNull()
  expect(settleOrder(buildOrder(), [buildFact('refused')], 9, NOW).lookAt).toBeUndefined()
})
