import { expect, it } from 'vitest'
import { buildFact, buildOrder } from '#tests/support/builders/payments.ts'
import { listPaymentReferences, parsePaymentSearch } from './payment-numbers.ts'

it('finds an order by the references of its payments and refunds, and not by the numbers of its attempts', () => {
  const order = buildOrder({
    facts: [
      buildFact('opened', { reference: '100001' }),
      buildFact('paid', { reference: 'pi_3QabCD' }),
      buildFact('refunded', { reference: 're_77X-9', of: 'pi_3QabCD' }),
      buildFact('closed', { reference: '100001' }),
      buildFact('waived', { reference: '' }),
      buildFact('paid', { reference: 'p1' }),
    ],
  })
  expect(listPaymentReferences(order)).toEqual(['pi_3qabcd', 're_77x9'])
})

it.each([
  ['K3WQ9ZT0M4XB', { orderId: 'K3WQ9ZT0M4XB', reference: 'k3wq9zt0m4xb' }],
  [' k3wq 9zt0-m4xb ', { orderId: 'K3WQ9ZT0M4XB', reference: 'k3wq9zt0m4xb' }],
  ['KAWQAZTAMAXB', { orderId: 'KAWQAZTAMAXB' }],
  ['pi_3Qabcdefghijklmnopqrstu vwxyzZ', { reference: 'pi_3qabcdefghijklmnopqrstuvwxyzz' }],
  ['84512', null],
  ['84.512.077', { reference: '84512077' }],
  ['Ana Paz', null],
  ['luminaria', null],
  ['', null],
])('reads %j as %j', (typed, sought) => expect(parsePaymentSearch(typed)).toEqual(sought))
