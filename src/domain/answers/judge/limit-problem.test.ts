import { expect, it } from 'vitest'
import { toInstant } from '../../kernel/index.ts'
import { buildPlainTemplate } from '#tests/support/builders/template.ts'
import { decidePublicOffer, findLimitProblem } from './limit-problem.ts'

const NOW = toInstant(Date.UTC(2026, 10, 20))
const [PAST, FUTURE] = [toInstant(Date.UTC(2026, 10, 19)), toInstant(Date.UTC(2026, 10, 21))]
const FORM = buildPlainTemplate({}, { opcionales: { publico: true, limitResponses: true } })
const sale = (change: object) => ({ ticketSale: { zones: [], ...change } }) as object

it.each([
  ['open', {}, 9],
  ['open', { responsesCount: 10 }, 9],
  ['closed', { responsesCount: 10 }, 10],
  ['closed', { deleted: true }, 0],
  ['closed', { opcionales: { ...FORM.opcionales, publico: false } }, 0],
  ['closed', { opcionales: { ...FORM.opcionales, linkOnly: true } }, 0],
  ['closed', { opcionales: { ...FORM.opcionales, linkOnly: true }, ...sale({ saleFrom: FUTURE }) }, 0],
  ['open', sale({ saleFrom: PAST, saleUntil: FUTURE }), 0],
  ['upcoming', sale({ saleFrom: FUTURE }), 0],
  ['closed', sale({ saleUntil: PAST }), 0],
  ['closed', sale({ eventDate: PAST }), 0],
  ['closed', sale({ eventDate: FUTURE, cancelled: PAST }), 0],
] as const)('is %s in the public list: %o with %i answers', (offer, change, count) => {
  expect(decidePublicOffer({ ...FORM, ...change }, count, NOW)).toBe(offer)
})

it('a form of a cancelled event accepts no answers', () => {
  const cancelled = { ...FORM, ...sale({ cancelled: PAST }) }
  expect(findLimitProblem(cancelled, 0, false)).toEqual({ code: 'payment.event-cancelled' })
})
