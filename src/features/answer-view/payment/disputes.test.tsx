// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, expect, it } from 'vitest'
import { composeAnswer } from '#domain/answering/index.ts'
import { buildLedger, type PaymentFact } from '#domain/payments/index.ts'
import { toInstant } from '#domain/kernel/index.ts'
import type { Role } from '#domain/users/index.ts'
import { buildTicketForm } from '#tests/support/builders/paying.ts'
import { buildFact, buildOrder } from '#tests/support/builders/payments.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { AREA, BEFORE, NOW } from '#tests/support/builders/template.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { there } from '#tests/support/there.ts'
import { AnswerViewScreen } from '../answer-view-screen.tsx'
import { receivePage } from '#tests/support/device/pages.ts'

/** The payment card of a disputed payment, in each state of the dispute. */
afterEach(cleanup)

const AREAS = [{ path: AREA, nombre: 'Inspección', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' }]
const PAGE = { cursor: 'c2', scope: 's', reset: false, more: false, templates: [], goneTemplates: [], goneAnswers: [] }
const template = buildTicketForm()
const ANSWER = composeAnswer(template, buildPlainSubmit(1), { code: 'VIS1', now: BEFORE, author: buildUser('ines') })
const OPEN = /^The payer disputes \$100\.00\. Respond to the dispute with the payment provider\./
const LOST = /^A dispute was lost: \$100\.00 went back to the payer\. Settle the dispute/

const word = (dispute: 'open' | 'won' | 'lost', minute: number): PaymentFact => {
  const at = toInstant(Date.parse(NOW) + minute * 60_000)
  return buildFact('disputed', { attempt: 0, reference: 'dp_1', of: 'pi_1', dispute, at })
}
const SETTLED = {
  facts: [word('open', 1), word('lost', 2), buildFact('refunded', { attempt: 0, reference: 'dp_1', of: 'pi_1' })],
  refunds: [
    { id: 'R1', reference: 'dp_1', payment: 'pi_1', amount: 10_000, reason: 'No vino', by: 'sofia', at: BEFORE },
  ],
}

type Setting = {
  readonly facts: readonly PaymentFact[]
  readonly refunds?: readonly object[]
  readonly role?: Role
  /** when the event was cancelled */
  readonly cancelled?: string
}

async function open({ facts, refunds = [], role = 'ROLE_SUPERVISOR_ELEVADO', ...cancelled }: Setting) {
  const order = buildOrder({
    id: ANSWER.id,
    form: template.id,
    status: 'Pagado',
    delivery: 'delivered',
    facts: [buildFact('opened', { reference: '1' }), buildFact('paid'), ...facts],
    refunds,
    ...cancelled,
  })
  const opened = await openScreen({
    path: '/ver/$id',
    screen: AnswerViewScreen,
    role,
    areas: AREAS,
    templates: [template],
    address: `/ver/${ANSWER.id}`,
    fill: (local) => receivePage(local, { ...PAGE, serverTime: BEFORE, answers: [ANSWER] }),
    answer: ({ path }) => {
      if (path.includes('/versions/1')) return Response.json({ template })
      if (!path.includes('/payment')) return undefined
      const { attempts: _, ...rest } = order
      return Response.json({ order: rest, ledger: buildLedger(order), receipts: [] })
    },
  })
  const region = await screen.findByRole('region', { name: 'Payment' })
  const card = within(region)
  await card.findByText('Amount received')
  return { region, card, sent: () => opened.asked.filter(({ method }) => method === 'POST') }
}
/** Rules that need layout are checked by the journeys, in a browser. */
async function faultsOf(element: Element) {
  const { violations } = await axe.run(element, { rules: { 'color-contrast': { enabled: false } } })
  return violations.map(({ id }) => id)
}
const give = (card: ReturnType<typeof within>) => card.queryByRole('button', { name: 'Refund payment' })
const settle = (card: ReturnType<typeof within>) => card.queryByRole('button', { name: 'Settle dispute' })

it('that is open is named, and its money cannot be given back', async () => {
  const { region, card } = await open({ facts: [word('open', 1)] })
  card.getByText(OPEN)
  for (const text of ['In an open dispute', 'Dispute of $100.00', 'dp_1', 'Undecided']) card.getByText(text)
  expect([give(card), settle(card)]).toEqual([null, null])
  expect(await faultsOf(region)).toEqual([])
})

it('that is lost is settled with a reason, and nothing is said of a refund', async () => {
  const { region, card, sent } = await open({ facts: [word('open', 1), word('lost', 2)] })
  card.getByText(LOST)
  expect(give(card)).toBeNull()
  expect(await faultsOf(region)).toEqual([])
  fireEvent.click(card.getByRole('button', { name: 'Settle dispute' }))
  const dialog = await screen.findByRole('dialog', { name: 'Settle dispute' })
  within(dialog).getByText(/^The payer already has this money, so no refund is sent\./)
  expect(within(dialog).queryByLabelText(/Amount/)).toBeNull()
  expect(within(dialog).queryByLabelText('Refund in cash at the desk')).toBeNull()
  const press = () => fireEvent.click(within(dialog).getByRole('button', { name: 'Settle dispute' }))
  press()
  expect((await within(dialog).findByRole('alert')).textContent).toBe('Enter the reason for settling the dispute.')
  expect(await faultsOf(dialog)).toEqual([])
  fireEvent.change(within(dialog).getByLabelText(/Reason/), { target: { value: ' No vino ' } })
  press()
  await screen.findByText('Dispute settled.')
  expect(sent()).toHaveLength(1)
  expect(sent()[0]?.path).toBe(`/api/answers/${ANSWER.id}/payment/refunds`)
  const { id, ...body } = there(sent()[0]).body as Readonly<Record<string, unknown>>
  expect(id).toMatch(/^[0-9A-Z]{26}$/)
  expect(body).toEqual({ amount: 10_000, reason: 'No vino', dispute: 'dp_1' })
})

it('that is lost is shown to a role that may not give money back, without its button', async () => {
  const { card } = await open({ facts: [word('lost', 1)], role: 'ROLE_SUPERVISOR' })
  card.getByText(LOST)
  expect([give(card), settle(card)]).toEqual([null, null])
})

it('that is won leaves nothing to do', async () => {
  const { card } = await open({ facts: [word('open', 1), word('won', 2)] })
  card.getByText('Won')
  expect([card.queryByText(OPEN), card.queryByText(LOST), settle(card)]).toEqual([null, null, null])
  expect(give(card)).not.toBeNull()
})

it('that was settled is lost money and no refund', async () => {
  const { region, card } = await open(SETTLED)
  for (const text of ['Lost and settled', 'No vino', 'Lost in a dispute']) card.getByText(text)
  for (const text of ['Refunded', 'Refund of $100.00', LOST]) expect(card.queryByText(text)).toBeNull()
  expect([give(card), settle(card)]).toEqual([null, null])
  expect(await faultsOf(region)).toEqual([])
})

it('that is won after it was settled is no refund that failed', async () => {
  const { card } = await open({ ...SETTLED, facts: [...SETTLED.facts, word('won', 3)] })
  card.getByText(
    'The dispute was settled as lost but later won. The municipality has its money back, and the tickets are valid again.',
  )
  await waitFor(() => expect(give(card)).not.toBeNull())
  expect(card.queryByText(/did not come through/i)).toBeNull()
})

it.each([
  [{}, 'Automatic: the amount was not due for this order'],
  [{ cancelled: NOW }, 'Automatic: the event was cancelled'],
  [{ cancelled: toInstant(Date.parse(NOW) + 1) }, 'Automatic: the amount was not due for this order'],
])('of an automatic refund names the reason: %j', async (setting, reason) => {
  const refunds = [{ id: 'R1', reference: 're_1', payment: 'pi_1', amount: 4_000, reason: '', at: NOW }]
  const { card } = await open({ facts: [], refunds, ...setting })
  card.getByText(reason)
})

it.each([
  [2_500, 'Partly refunded'],
  [10_000, 'Refunded'],
])('is no part of a payment of which %i was refunded: %s', async (amount, status) => {
  const { card } = await open({ facts: [buildFact('refunded', { reference: 're_1', of: 'pi_1', amount })] })
  expect((await card.findAllByText(status))[0]?.closest('[data-tone]')?.getAttribute('data-tone')).toBe('quiet')
})
