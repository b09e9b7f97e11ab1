import { expect, it } from 'vitest'
import { composeAnswer } from '#domain/answering/index.ts'
import { buildTicketForm } from '#tests/support/builders/paying.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { BEFORE, NOW } from '#tests/support/builders/template.ts'
import { there } from '#tests/support/there.ts'
import { buildInitialDeskFields, computePreviousCost } from './desk-payment.ts'

const filled = buildTicketForm()
const answer = composeAnswer(filled, buildPlainSubmit(1), { code: 'VIS1', now: BEFORE, author: buildUser('ines') })

it.each([
  [5_000, undefined],
  [9_000, 5_000],
])('offers the previous price of 50.00 only if the current one, %i, differs', (price, total) => {
  const zones = [{ id: 7, name: 'Platea', price, maxQuantity: 5 }]
  const current = { ...filled, version: 2, ticketSale: { ...there(filled.ticketSale), zones } }
  const charged = { answer, filled, current, order: undefined }
  for (const oldPrice of [false, true])
    expect(
      computePreviousCost(charged, { ...buildInitialDeskFields(charged), usesOldPrice: oldPrice }, NOW)?.total,
    ).toBe(total)
})
