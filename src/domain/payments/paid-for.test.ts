import { expect, it } from 'vitest'
import { describePayment } from './receipts.ts'

const line = (name: string) => ({ name, quanty: 1, price: 100 })

it('names form or event, what is bought and the order, each once, and never cuts the order’s number', () => {
  const order = { orderId: 'K3WQ9ZT0M4XB', formTitle: 'Noche de los Museos', lines: [line('Platea')] }
  expect(describePayment(order)).toBe('Noche de los Museos · Platea · K3WQ9ZT0M4XB')
  expect(describePayment({ ...order, lines: [line('Noche de los Museos')] })).toBe('Noche de los Museos · K3WQ9ZT0M4XB')
  expect(describePayment({ orderId: 'K3WQ9ZT0M4XB', lines: [] })).toBe('K3WQ9ZT0M4XB')
  const long = describePayment({ ...order, formTitle: '😀'.repeat(300) })
  expect(long.endsWith('· Platea · K3WQ9ZT0M4XB')).toBe(true)
  expect(long.isWellFormed() && [...long].length < 250).toBe(true)
})
