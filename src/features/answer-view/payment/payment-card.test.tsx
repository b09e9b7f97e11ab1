// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { composeAnswer } from '#domain/answering/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import { type PaymentOrder, buildPaymentEntry, buildLedger, replacePaymentEntry } from '#domain/payments/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import type { Role } from '#domain/users/index.ts'
import { buildTicketForm } from '#tests/support/builders/paying.ts'
import { buildFact, buildOrder } from '#tests/support/builders/payments.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { AREA, BEFORE } from '#tests/support/builders/template.ts'
import { there } from '#tests/support/there.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { AnswerViewScreen } from '../answer-view-screen.tsx'
import { receivePage } from '#tests/support/device/pages.ts'

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
  dni: '30111222',
  operationId: 'pi_1',
  provider: 'stripe',
  paidAt: BEFORE,
  issuedAt: BEFORE,
}

type Setting = {
  readonly order?: PaymentOrder
  readonly role?: Role
  readonly answer?: Answer
  readonly cut?: boolean | 'after recording'
  readonly current?: FormTemplate
  /** the server's amount, if it differs from the device's calculation */
  readonly charged?: number
  readonly recorded?: PaymentOrder
}

/** @param order undefined: no order exists */
async function open({ order, role = 'ROLE_SUPERVISOR_ELEVADO', answer = ANSWER, ...server }: Setting) {
  const { cut = false, current = template, charged, recorded } = server
  let [stored, isLost]: [PaymentOrder | undefined, boolean] = [order, cut === true]
  const opened = await openScreen({
    path: '/ver/$id',
    screen: AnswerViewScreen,
    role,
    areas: AREAS,
    profile: { municipality: { path: PAID.municipality, nombre: 'Lima', country: 'PE', timeZone: 'America/Lima' } },
    templates: [current],
    address: `/ver/${ANSWER.id}`,
    fill: (local) => receivePage(local, { ...PAGE, serverTime: BEFORE, answers: [answer] }),
    answer: ({ path, method, body }) => {
      const isOther = charged !== undefined && (body as { amount?: number } | undefined)?.amount !== charged
      const error = { code: 'payment.price-changed', details: { amount: charged } }
      if (method === 'POST' && isOther) return Response.json({ error }, { status: 409 })
      if (path.includes('/versions/1')) return Response.json({ template })
      if (isLost || !path.includes('/payment')) return undefined
      if (path.endsWith('/desk')) [stored, isLost] = [recorded ?? PAID, cut === 'after recording']
      if (stored === undefined) return Response.json({ error: { code: 'payment.missing' } }, { status: 404 })
      const { attempts: _, ...rest } = stored
      const receipts = stored.status === 'Pagado' ? [RECEIPT] : []
      return Response.json({ order: rest, ledger: buildLedger(stored), receipts })
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
  const times = ['20/11/2026 10:30 · Stripe', '01/03/2026 07:00']
  for (const text of ['Paid', 'Platea', 'Amount received', 'Total', 'K3WQ9ZT0M4XB', ...times])
    expect(card.getAllByText(text)).not.toEqual([])
  expect(card.getByRole('link', { name: 'PDF of Receipt 12' }).getAttribute('href')).toBe(
    `/api/payments/orders/${ANSWER.id}/K3WQ9ZT0M4XB/receipt`,
  )
  card.getByRole('button', { name: 'Refund payment' })
  expect(card.queryByRole('button', { name: /Record|Validate/ })).toBeNull()
})

it('is read without buttons by who may nothing of it', async () => {
  const { card } = await open({ order: PAID, role: 'ROLE_INSPECTOR' })
  await card.findByText('Receipt 12')
  expect(card.queryAllByRole('button')).toEqual([])
})

it('is validated by a supervisor, who gives no money back', async () => {
  const { card, sent } = await open({ order: WAITING, role: 'ROLE_SUPERVISOR' })
  fireEvent.click(await card.findByRole('button', { name: 'Validate order' }))
  await screen.findByText('Order validated. It can now be paid.')
  expect(sent().map(({ path }) => path)).toEqual([`/api/answers/${ANSWER.id}/payment/validation`])
  cleanup()
  const { card: other } = await open({ order: PAID, role: 'ROLE_SUPERVISOR' })
  await other.findByText('Receipt 12')
  expect(other.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Check payment status'])
  fireEvent.click(other.getByRole('button'))
  await screen.findByText('Payment status updated.')
})

it.each([orderWith({}), { ...WAITING, cancelled: BEFORE }])('is not validated by staff', async (order) => {
  const { card } = await open({ order, role: 'ROLE_SUPERVISOR' })
  await card.findByText('K3WQ9ZT0M4XB')
  expect(card.queryByRole('button', { name: 'Validate order' })).toBeNull()
})

const CANCELLED: FormTemplate = { ...template, ticketSale: { ...there(template.ticketSale), cancelled: BEFORE } }
const OVER = [{ order: { ...WAITING, cancelled: BEFORE } }, { order: WAITING, current: CANCELLED }]
it.each([...OVER, { current: CANCELLED }])('takes no payment for a cancelled event', async (setting) => {
  const { card } = await open(setting)
  await card.findByText('The event was cancelled, so this order can no longer be paid.')
  expect(card.queryByRole('button', { name: 'Record payment at the desk' })).toBeNull()
})

/** Opens the dialog for a payment at the desk. */
async function openDesk(setting: Setting) {
  const { card, sent } = await open(setting)
  fireEvent.click(await card.findByRole('button', { name: 'Record payment at the desk' }))
  const element = await screen.findByRole('dialog')
  const dialog = within(element)
  const type = (label: RegExp, value: string) => fill(element, label, value)
  const typePayer = () => {
    type(/name/, 'Ana Paz')
    type(/ID number/, '30111222')
  }
  const press = (name: string) => fireEvent.click(dialog.getByRole('button', { name }))
  return { card, sent, dialog, type, typePayer, press, bodies: () => sent().map(({ body }) => body) }
}

const CASH = { provider: 'desk', method: 'cash', tendered: 12_000, reference: 'M'.repeat(26) }
const PAID_IN_CASH = orderWith({ facts: [buildFact('paid', CASH)], status: 'Pagado', delivery: 'delivered' })

it('takes cash at the desk: marks all missing fields at once, shows the change, and offers the receipt', async () => {
  const { card, dialog, type, typePayer, press, bodies } = await openDesk({ recorded: PAID_IN_CASH })
  card.getByText('from $20.00')
  type(/Quantity/, '')
  press('Continue')
  for (const missing of ['quantity', 'payer’s name', 'payer’s ID number, 6 to 14 digits', 'cash received'])
    dialog.getByText(`Enter the ${missing}.`)
  expect(document.activeElement).toBe(dialog.getByLabelText(/Quantity/))
  type(/Quantity/, '2')
  typePayer()
  dialog.getByText('$100.00')
  type(/Cash received/, '99')
  dialog.getByText('This is less than the amount due.')
  expect(dialog.getByRole('status').textContent).toBe('')
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView')
  press('Continue')
  expect(shown.mock.contexts).toContain(dialog.getByLabelText(/Cash received/))
  type(/Cash received/, '120')
  expect(dialog.getByRole('status').textContent).toBe('Change to give back: $20.00')
  press('Continue')
  for (const text of [/^Ana Paz ·$/, '30111222', '$100.00', '$120.00', '$20.00']) dialog.getByText(text)
  expect(bodies()).toEqual([])
  press('Record payment')
  expect((await card.findByText(/^Payment of \$100\.00 recorded/)).textContent).toBe(
    'Payment of $100.00 recorded. Change to give back: $20.00',
  )
  const receipt = card.getByRole('link', { name: 'Open the receipt' })
  expect(receipt.getAttribute('href')).toBe(`/api/payments/orders/${ANSWER.id}/K3WQ9ZT0M4XB/receipt`)
  for (const text of ['Cash received', 'Change given back']) card.getByText(text)
  expect(screen.queryByRole('dialog')).toBeNull()
  const [purchase, payer] = [
    { zone: 7, quanty: 2 },
    { fullName: 'Ana Paz', dni: '30111222', phone: '', email: '' },
  ]
  expect(bodies()).toMatchObject([{ purchase, payer, amount: 10_000, method: 'cash', tendered: 12_000 }])
})

it('takes the price by card or transfer without asking for an amount, and says so if nothing more loads', async () => {
  const { card, dialog, typePayer, press, bodies } = await openDesk({ cut: 'after recording' })
  typePayer()
  expect(dialog.getByText('Card').className).toContain('r-target')
  fireEvent.click(dialog.getByRole('radio', { name: 'Card' }))
  expect(dialog.queryByLabelText(/Cash received/)).toBeNull()
  press('Continue')
  dialog.getByText('Card')
  press('Record payment')
  await waitFor(() => expect(bodies()).toMatchObject([{ amount: 5_000, method: 'card' }]))
  expect(bodies()[0]).not.toHaveProperty('tendered')
  await card.findByText('Payment of $100.00 recorded.')
})

it('costs at the desk what the form asks for now, or the old price where staff take that', async () => {
  const zones = [{ id: 7, name: 'Platea', price: 9_000, maxQuantity: 5 }]
  const current = { ...template, version: 2, ticketSale: { ...template.ticketSale, zones } } as FormTemplate
  const { dialog, type, typePayer, press, bodies } = await openDesk({ current })
  typePayer()
  type(/Cash received/, '50')
  dialog.getByText('$90.00')
  press('Continue')
  dialog.getByText('This is less than the amount due.')
  fireEvent.click(dialog.getByLabelText('Charge the previous price: $50.00'))
  press('Continue')
  press('Record payment')
  await waitFor(() => expect(bodies()).toMatchObject([{ amount: 5_000, oldPrice: true, tendered: 5_000 }]))
})

it.each([
  ['an exemption or a held price', '', '50', '$10.00'],
  ['a discount code', 'MITAD', '45', '$5.00'],
])('costs at the desk what the server says: %s is unknown to the device', async (_, code, cash, change) => {
  const { dialog, type, typePayer, press, bodies } = await openDesk({ charged: 4_000 })
  typePayer()
  type(/Discount code/, code)
  type(/Cash received/, cash)
  press('Continue')
  press('Record payment')
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'The amount due is now $40.00. Check the payment, then continue.',
  )
  dialog.getByText('$40.00')
  expect(dialog.getByRole('status').textContent).toBe(`Change to give back: ${change}`)
  press('Continue')
  press('Record payment')
  const amounts = [Number(cash) * 100, 4_000].map((amount) => ({ amount, tendered: Number(cash) * 100 }))
  await waitFor(() => expect(bodies()).toMatchObject(amounts))
})

it('goes back in part with a reason, and no further than what is left', async () => {
  const { card, sent } = await open({ order: PAID })
  fireEvent.click(await card.findByRole('button', { name: 'Refund payment' }))
  const dialog = await screen.findByRole('dialog')
  const press = () => fireEvent.click(within(dialog).getByRole('button', { name: /^Refund \D\d/ }))
  press()
  expect((await within(dialog).findByRole('alert')).textContent).toBe('Enter the reason for the refund.')
  fill(dialog, /Reason/, 'Lluvia')
  expect(within(dialog).queryByRole('alert')).toBeNull()
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
  const answer = replacePaymentEntry(ANSWER, buildPaymentEntry(PAID, '', 'UTC'))
  const { card } = await open({ answer, cut: true })
  await card.findByText(/Connect to the internet to see the other details/)
  for (const text of ['Paid', '$100.00', 'K3WQ9ZT0M4XB']) card.getByText(text)
  expect(card.queryAllByRole('button')).toEqual([])
})
