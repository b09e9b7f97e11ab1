// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { composeAnswer } from '#domain/answering/index.ts'
import { buildPaymentEntry, buildLedger, replacePaymentEntry } from '#domain/payments/index.ts'
import { buildTicketForm } from '#tests/support/builders/paying.ts'
import { buildFact, buildOrder } from '#tests/support/builders/payments.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { AREA, BEFORE } from '#tests/support/builders/template.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { AnswerViewScreen } from '../answer-view-screen.tsx'
import { receivePage } from '#tests/support/device/pages.ts'

afterEach(cleanup)

const AREAS = [{ path: AREA, nombre: 'Inspección', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' }]
const PAGE = { cursor: 'c2', scope: 's', reset: false, more: false, templates: [], goneTemplates: [], goneAnswers: [] }
const template = buildTicketForm()
const PLAIN = composeAnswer(template, buildPlainSubmit(1), { code: 'VIS1', now: BEFORE, author: buildUser('ines') })
const ORDER = buildOrder({
  id: PLAIN.id,
  form: template.id,
  facts: [buildFact('paid')],
  status: 'Pagado',
  delivery: 'delivered',
  isEvent: true,
})
const ANSWER = replacePaymentEntry(PLAIN, buildPaymentEntry(ORDER, 'Teatro', 'UTC'))
const line = (place: number, change: object = {}) => ({
  id: String(place).repeat(20),
  ownerName: 'Ana Paz',
  dni: '30111222',
  email: 'ana@relevo.example',
  locations: ['Platea'],
  place,
  turn: 0,
  mode: 'live',
  state: 'valid',
  madeAt: BEFORE,
  seen: null,
  ...change,
})

/** Opens the dialog of an order of two places at 50.00 each. */
async function open(tickets: readonly object[]) {
  const opened = await openScreen({
    path: '/ver/$id',
    screen: AnswerViewScreen,
    role: 'ROLE_SUPERVISOR_ELEVADO',
    areas: AREAS,
    templates: [template],
    address: `/ver/${ANSWER.id}`,
    fill: (local) => receivePage(local, { ...PAGE, serverTime: BEFORE, answers: [ANSWER] }),
    answer: ({ path }) => {
      if (path.includes('/tickets')) return Response.json({ tickets, due: false })
      return path.includes('/payment')
        ? Response.json({ order: ORDER, ledger: buildLedger(ORDER), receipts: [] })
        : undefined
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Refund payment' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByRole('group', { name: 'Tickets to void' })
  const type = (label: RegExp, value: string) => fireEvent.change(dialog.getByLabelText(label), { target: { value } })
  const box = (name: RegExp) => dialog.getByRole<HTMLInputElement>('checkbox', { name })
  const give = () => {
    type(/Reason/, 'Lluvia')
    fireEvent.click(dialog.getByRole('button', { name: /^Refund \D\d/ }))
  }
  return { dialog, type, box, give, sent: () => opened.asked.filter(({ method }) => method === 'POST') }
}

const USED = line(1, { seen: { at: 0, door: 'Norte', direction: 'entry' } })

it('proposes unused tickets for the amount, and names those that were used', async () => {
  const { dialog, type, box, give, sent } = await open([line(0), USED])
  type(/Amount/, '50')
  expect([box(/Ticket 1, Ana Paz/).checked, box(/Ticket 2, Ana Paz/).checked]).toEqual([true, false])
  dialog.getByText('Used at Norte')
  give()
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.body).toMatchObject({ amount: 5_000, tickets: ['0'.repeat(20)] })
})

it('warns about a used ticket before it is voided, and sends what staff chose', async () => {
  const { dialog, type, box, give, sent } = await open([line(0), USED])
  type(/Amount/, '50')
  expect(dialog.queryByText(/You are voiding a ticket/)).toBeNull()
  fireEvent.click(box(/Ticket 1/))
  fireEvent.click(box(/Ticket 2/))
  dialog.getByText('You are voiding a ticket that has already been used to enter.')
  give()
  await waitFor(() => expect(sent()[0]?.body).toMatchObject({ tickets: ['1'.repeat(20)] }))
})

it('says of the selected tickets what becomes of them, also where the amount pays for none', async () => {
  const { dialog, type, box } = await open([line(0), line(1)])
  dialog.getByText('The selected tickets are voided. The others stay valid.')
  expect([box(/Ticket 1/).checked, box(/Ticket 2/).checked]).toEqual([true, true])
  type(/Amount/, '20')
  expect([box(/Ticket 1/).checked, box(/Ticket 2/).checked]).toEqual([false, false])
  dialog.getByText('No tickets are selected, so all tickets stay valid.')
  fireEvent.click(box(/Ticket 2/))
  dialog.getByText('The selected tickets are voided. The others stay valid.')
})

it('gives money back and voids no ticket where staff clear them all', async () => {
  const { type, box, give, sent } = await open([line(0), line(1)])
  type(/Amount/, '50')
  fireEvent.click(box(/Ticket 2/))
  give()
  await waitFor(() => expect(sent()[0]?.body).toMatchObject({ amount: 5_000, tickets: [] }))
})

it('refunds what the chosen tickets cost, until staff type an amount', async () => {
  const { dialog, type, box, give, sent } = await open([line(0), line(1)])
  const amount = () => dialog.getByLabelText<HTMLInputElement>(/Amount/).value
  expect(amount()).toBe('100.00')
  fireEvent.click(box(/Ticket 2/))
  expect([amount(), box(/Ticket 1/).checked, box(/Ticket 2/).checked]).toEqual(['50.00', true, false])
  fireEvent.click(box(/Ticket 2/))
  expect(amount()).toBe('100.00')
  type(/Amount/, '70')
  fireEvent.click(box(/Ticket 2/))
  expect(amount()).toBe('70')
  give()
  await waitFor(() => expect(sent()[0]?.body).toMatchObject({ amount: 7_000, tickets: ['0'.repeat(20)] }))
})
