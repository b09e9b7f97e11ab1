// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { composeAnswer } from '#domain/answering/index.ts'
import type { Role } from '#domain/users/index.ts'
import { buildPaymentEntry, replacePaymentEntry } from '#domain/payments/index.ts'
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
const ORDER = buildOrder({ id: PLAIN.id, form: template.id, facts: [buildFact('paid')], delivery: 'delivered' })
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

async function open(tickets: readonly object[], role: Role = 'ROLE_SUPERVISOR', more: object = {}) {
  const opened = await openScreen({
    path: '/ver/$id',
    screen: AnswerViewScreen,
    role,
    areas: AREAS,
    templates: [template],
    address: `/ver/${ANSWER.id}`,
    fill: (local) => receivePage(local, { ...PAGE, serverTime: BEFORE, answers: [ANSWER] }),
    answer: ({ path }) => (path.includes('/tickets') ? Response.json({ tickets, due: false, ...more }) : undefined),
  })
  const card = within(await screen.findByRole('region', { name: 'Tickets' }))
  return { card, sent: () => opened.asked.filter(({ method }) => method === 'POST') }
}

it('shows each ticket with its state and its last passage, and acts only where there is something to do', async () => {
  const seen = { at: 0, door: 'Norte', direction: 'entry' }
  const blocked = { by: 'sofia', at: BEFORE, reason: 'Reventa' }
  const states = [line(0, { seen }), line(1, { state: 'blocked', blocked }), line(2, { state: 'refunded' })]
  const { card } = await open(states)
  expect(card.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Ticket 1.*Valid.*Ana Paz.*Entered at Norte/),
    expect.stringMatching(/Ticket 2.*Blocked.*Reventa/),
    expect.stringContaining('Refunded'),
  ])
  expect(card.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent)).toEqual([
    'Transfer ticket 1',
    'Block ticket 1',
    'Unblock ticket 2',
    'Send again',
  ])
})

it('says that a ticket was used, and offers no transfer of it', async () => {
  const seen = { at: 0, door: 'Norte', direction: 'entry' }
  const { card } = await open([line(0, { seen, isUsed: true })])
  expect(card.getByRole('listitem').textContent).toMatch(/Ticket 1.*Used.*Ana Paz.*Entered at Norte/)
  expect(card.queryByText('Valid')).toBeNull()
  expect(card.queryByRole('button', { name: 'Transfer ticket 1' })).toBeNull()
})

it('sends the e-mail again with one press, and blocks with a reason', async () => {
  const { card, sent } = await open([line(0)])
  fireEvent.click(card.getByRole('button', { name: 'Send again' }))
  fireEvent.click(card.getByRole('button', { name: 'Block ticket 1' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Block' }))
  expect((await within(dialog).findByRole('alert')).textContent).toContain('Enter the reason for blocking the ticket.')
  expect(dialog.textContent).toContain('Ticket 1, Ana Paz · 30111222')
  fireEvent.change(within(dialog).getByLabelText(/Reason/), { target: { value: 'Reventa' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Block' }))
  await screen.findByText('The e-mail will be sent.')
  expect(sent().map(({ path }) => path.split('/tickets')[1])).toEqual(['/send', `/${'0'.repeat(20)}/block`])
})

it('has the paper and the e-mail of what is left to the payer, and neither where all was handed on', async () => {
  const { card } = await open([line(0, { state: 'transferred' }), line(0, { id: 'a'.repeat(20), turn: 1 }), line(1)])
  expect(screen.getAllByRole('list', { name: 'Tickets' })).toHaveLength(1)
  expect(card.getByRole('link', { name: 'Tickets PDF' }).getAttribute('href')).toBe(
    `/api/payments/orders/${ANSWER.id}/${ORDER.orderId}/tickets`,
  )
  expect(card.getAllByRole('button', { name: 'Send again' })).toHaveLength(2)
  cleanup()
  const { card: gone } = await open([line(0, { state: 'transferred' }), line(0, { id: 'a'.repeat(20), turn: 1 })])
  expect(gone.getAllByRole('button', { name: 'Send again' })).toHaveLength(1)
  expect(gone.queryByRole('link')).toBeNull()
})

it('is read without buttons by who may not', async () => {
  const { card } = await open([line(0)], 'ROLE_INSPECTOR')
  expect([...card.queryAllByRole('button'), ...card.queryAllByRole('link')]).toEqual([])
})

it('shows no ticket of a cancelled event as valid, and offers nothing for it', async () => {
  const states = [line(0), line(1, { state: 'blocked' }), line(2, { state: 'refunded' })]
  const { card } = await open(states, 'ROLE_SUPERVISOR', { isCancelled: true })
  const shown = card.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(shown.map((text) => /Event cancelled|Valid|Blocked|Refunded/.exec(text)?.[0])).toEqual([
    'Event cancelled',
    'Event cancelled',
    'Refunded',
  ])
  expect([...card.queryAllByRole('button'), ...card.queryAllByRole('link')]).toEqual([])
})
