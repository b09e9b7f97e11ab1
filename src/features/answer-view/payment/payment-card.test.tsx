// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { composeAnswer } from '#domain/answering/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import { type PaymentOrder, buildPaymentEntry, buildLedger, replaceEntry } from '#domain/payments/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import type { Role } from '#domain/users/index.ts'
import { applyPull } from '#local/pull.ts'
import { buildTicketForm } from '#tests/support/builders/paying.ts'
import { buildFact, buildOrder } from '#tests/support/builders/payments.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { AREA, BEFORE } from '#tests/support/builders/template.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { AnswerViewScreen } from '../answer-view-screen.tsx'

afterEach(cleanup)

const AREAS = [{ path: AREA, nombre: 'Inspección', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' }]
const PAGE = { cursor: 'c2', scope: 's', reset: false, more: false, templates: [], goneTemplates: [], goneAnswers: [] }
const template = buildTicketForm()
const ANSWER = composeAnswer(template, buildPlainSubmit(1), { code: 'VIS1', now: BEFORE, author: buildUser('ines') })
const paid = buildFact('paid')
const orderWith = (change: object) => buildOrder({ id: ANSWER.id, form: template.id, ...change })
const WAITING = orderWith({ facts: [buildFact('opened', { provider: 'desk', reference: '1' })] })
const PAID = orderWith({
  facts: [buildFact('opened', { reference: '1' }), paid],
  status: 'Pagado',
  delivery: 'delivered',
})
const RECEIPT = {
  series: 's',
  number: 12,
  kind: 'receipt',
  order: ANSWER.id,
  orderId: PAID.orderId,
  municipality: PAID.municipality,
  form: PAID.form,
  amount: 10_000,
  currency: PAID.currency,
  lines: PAID.lines,
  reduction: 0,
  fullName: 'Ana Paz',
  dni: '1',
  operationId: 'pi_1',
  provider: 'stripe',
  paidAt: BEFORE,
  issuedAt: BEFORE,
}

type Setting = {
  readonly order?: PaymentOrder
  readonly role?: Role
  readonly answer?: Answer
  readonly cut?: boolean
  /** the current form */
  readonly current?: FormTemplate
  /** the server's amount, if it differs from the device's calculation */
  readonly charged?: number
}

/** @param order undefined: no order exists */
async function open({
  order,
  role = 'ROLE_SUPERVISOR_ELEVADO',
  answer = ANSWER,
  cut = false,
  current = template,
  charged,
}: Setting) {
  const opened = await openScreen({
    path: '/ver/$id',
    screen: AnswerViewScreen,
    role,
    areas: AREAS,
    templates: [current],
    address: `/ver/${ANSWER.id}`,
    fill: (local) => applyPull(local, { ...PAGE, serverTime: BEFORE, answers: [answer] }),
    answer: ({ path, method, body }) => {
      const isOther = method === 'POST' && charged !== undefined && (body as { amount?: number }).amount !== charged
      if (isOther) {
        const error = { code: 'payment.price-changed', details: { amount: charged } }
        return Response.json({ error }, { status: 409 })
      }
      if (path.includes('/versions/1')) return Response.json({ template })
      if (cut || !path.includes('/payment')) return undefined
      if (order === undefined) return Response.json({ error: { code: 'payment.missing' } }, { status: 404 })
      const { attempts: _, ...rest } = order
      const receipts = order.status === 'Pagado' ? [RECEIPT] : []
      return Response.json({ order: rest, ledger: buildLedger(order), receipts })
    },
  })
  const card = await screen.findByRole('region', { name: 'Payment' })
  return { ...opened, card: within(card), sent: () => opened.asked.filter(({ method }) => method === 'POST') }
}
const fill = (dialog: HTMLElement, label: RegExp, value: string) =>
  fireEvent.change(within(dialog).getByLabelText(label), { target: { value } })

it('is its status, amount, lines, ledger and receipt', async () => {
  const { card } = await open({ order: PAID })
  await card.findByText('Receipt 12')
  for (const text of ['Paid', 'Platea', 'Amount received', 'Total', 'K3WQ9ZT0M4XB'])
    expect(card.getAllByText(text)).not.toEqual([])
  expect(card.getByRole('link', { name: 'PDF of Receipt 12' }).getAttribute('href')).toBe(
    `/api/payments/orders/${ANSWER.id}/K3WQ9ZT0M4XB/receipt`,
  )
  card.getByRole('button', { name: 'Refund payment' })
  expect(card.queryByRole('button', { name: /Record|Validate/ })).toBeNull()
})

it.each([
  [2_500, 'Partly refunded'],
  [10_000, 'Refunded'],
])('names the status of a payment of which %i was refunded: %s', async (amount, status) => {
  const back = buildFact('refunded', { reference: 're_1', of: 'pi_1', amount })
  const { card } = await open({ order: { ...PAID, facts: [...PAID.facts, back] } })
  expect((await card.findAllByText(status))[0]?.closest('[data-tone]')?.getAttribute('data-tone')).toBe('quiet')
})

it('is read without buttons by who may nothing of it', async () => {
  const { card } = await open({ order: PAID, role: 'ROLE_INSPECTOR' })
  await card.findByText('Receipt 12')
  expect(card.queryAllByRole('button')).toEqual([])
})

it('is validated by a supervisor, who gives no money back', async () => {
  const { card, sent } = await open({ order: WAITING, role: 'ROLE_SUPERVISOR' })
  fireEvent.click(await card.findByRole('button', { name: 'Validate' }))
  await screen.findByText('Validated. It can now be paid.')
  expect(sent().map(({ path }) => path)).toEqual([`/api/answers/${ANSWER.id}/payment/validation`])
  cleanup()
  const { card: other } = await open({ order: PAID, role: 'ROLE_SUPERVISOR' })
  await other.findByText('Receipt 12')
  expect(other.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Check payment status'])
  fireEvent.click(other.getByRole('button'))
  await screen.findByText('Payment status updated.')
})

it('is not validated where its form asks the payer only', async () => {
  const { card } = await open({ order: orderWith({}), role: 'ROLE_SUPERVISOR' })
  await card.findByText('K3WQ9ZT0M4XB')
  expect(card.queryByRole('button', { name: 'Validate' })).toBeNull()
})

it('is recorded at the desk for as much as it costs, also where nothing was ordered', async () => {
  const { card, sent } = await open({})
  fireEvent.click(await card.findByRole('button', { name: 'Record desk payment' }))
  const dialog = await screen.findByRole('dialog')
  fill(dialog, /Quantity/, '2')
  fill(dialog, /name/, 'Ana Paz')
  fill(dialog, /ID number/, '30111222')
  fill(dialog, /Amount received/, '99')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Record payment' }))
  expect((await within(dialog).findByRole('alert')).textContent).toBe('The price is $100.00. Enter that amount.')
  expect(sent()).toEqual([])
  fill(dialog, /Amount received/, '100')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Record payment' }))
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.body).toMatchObject({
    purchase: { zone: 7, quanty: 2 },
    payer: { fullName: 'Ana Paz', dni: '30111222', phone: '', email: '' },
    amount: 10_000,
  })
})

it('costs at the desk what the form asks for now, or the old price where staff take that', async () => {
  const zones = [{ id: 7, name: 'Platea', price: 9_000, maxQuantity: 5 }]
  const current = { ...template, version: 2, ticketSale: { ...template.ticketSale, zones } } as FormTemplate
  const { card, sent } = await open({ current })
  fireEvent.click(await card.findByRole('button', { name: 'Record desk payment' }))
  const dialog = await screen.findByRole('dialog')
  fill(dialog, /name/, 'Ana Paz')
  fill(dialog, /ID number/, '30111222')
  fill(dialog, /Amount received/, '50')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Record payment' }))
  expect((await within(dialog).findByRole('alert')).textContent).toBe('The price is $90.00. Enter that amount.')
  fireEvent.click(within(dialog).getByLabelText('Charge the previous price: $50.00'))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Record payment' }))
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.body).toMatchObject({ amount: 5_000, oldPrice: true })
})

it('costs at the desk what the server says: an exemption or a held price may be unknown to the device', async () => {
  const { card, sent } = await open({ charged: 4_000 })
  fireEvent.click(await card.findByRole('button', { name: 'Record desk payment' }))
  const dialog = await screen.findByRole('dialog')
  fill(dialog, /name/, 'Ana Paz')
  fill(dialog, /ID number/, '30111222')
  fill(dialog, /Amount received/, '50')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Record payment' }))
  await waitFor(() =>
    expect(within(dialog).getByRole('alert').textContent).toBe('The price is $40.00. Enter that amount.'),
  )
  fill(dialog, /Amount received/, '40')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Record payment' }))
  await waitFor(() => expect(sent().map(({ body }) => (body as { amount: number }).amount)).toEqual([5_000, 4_000]))
})

it('goes back in part with a reason, and no further than what is left', async () => {
  const { card, sent } = await open({ order: PAID })
  fireEvent.click(await card.findByRole('button', { name: 'Refund payment' }))
  const dialog = await screen.findByRole('dialog')
  const press = () => fireEvent.click(within(dialog).getByRole('button', { name: /^Refund \D\d/ }))
  press()
  expect((await within(dialog).findByRole('alert')).textContent).toBe('Enter the reason for the refund.')
  fill(dialog, /Reason/, 'Lluvia')
  fill(dialog, /Amount/, '100.01')
  press()
  await waitFor(() => expect(within(dialog).getByRole('alert').textContent).toBe('You can refund up to $100.00.'))
  fill(dialog, /Amount/, '25')
  press()
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.body).toMatchObject({ amount: 2_500, reason: 'Lluvia', payment: 'pi_1' })
})

it('says in words what does not agree, and gives back that payment, at the desk where it must', async () => {
  const mismatch = buildFact('mismatch', { reference: 'pi_9', amount: 700 })
  const { card, sent } = await open({ order: orderWith({ facts: [mismatch] }) })
  await card.findByText(
    '$7.00 was received instead of $100.00. It does not count as payment for the order and must be refunded.',
  )
  fireEvent.click(card.getByRole('button', { name: 'Refund payment' }))
  const dialog = await screen.findByRole('dialog')
  fill(dialog, /Reason/, 'Otro importe')
  fireEvent.click(within(dialog).getByLabelText('Refund in cash at the desk'))
  within(dialog).getByText('Return the money in cash at the desk. A credit note is issued.')
  fireEvent.click(within(dialog).getByRole('button', { name: /^Refund \D\d/ }))
  await waitFor(() => expect(sent()[0]?.body).toMatchObject({ amount: 700, payment: 'pi_9', atDesk: true }))
})

it('is what the answer itself says without a connection, and says that more needs one', async () => {
  const answer = replaceEntry(ANSWER, buildPaymentEntry(PAID, '', 'UTC'))
  const { card } = await open({ answer, cut: true })
  await card.findByText(/Connect to the internet to see the other details/)
  for (const text of ['Paid', '$100.00', 'K3WQ9ZT0M4XB']) card.getByText(text)
  expect(card.queryAllByRole('button')).toEqual([])
})
