import { expect, it } from 'vitest'
import { buildPayerMessages } from './messages.ts'

it.each([
  ['en', 1, 'Only 1 left.'],
  ['en', 2, 'Only 2 left.'],
  ['es', 1, 'Queda solo 1.'],
  ['es', 2, 'Quedan solo 2.'],
  ['es', 0, 'No quedan entradas'],
] as const)('in %s says that %i are left', (language, left, text) => {
  expect(buildPayerMessages(language).refusals['payment.sold-out']?.({ left }, 'event')).toBe(text)
})

it.each([
  [
    'en',
    1,
    1,
    'Other people have reserved 1 and have 1 minute to pay. What they do not pay for becomes available again.',
  ],
  [
    'en',
    2,
    30,
    'Other people have reserved 2 and have 30 minutes to pay. What they do not pay for becomes available again.',
  ],
  ['es', 1, 1, 'Otras personas reservaron 1 y tienen 1 minuto para pagar; lo que no paguen queda disponible.'],
  ['es', 2, 30, 'Otras personas reservaron 2 y tienen 30 minutos para pagar; lo que no paguen queda disponible.'],
] as const)('in %s says who else may still pay: %i reserved, %i minutes', (language, held, minutes, text) => {
  expect(buildPayerMessages(language).held(held, minutes)).toBe(text)
})
