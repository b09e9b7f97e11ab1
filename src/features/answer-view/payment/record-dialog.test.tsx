// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { composeAnswer } from '#domain/answering/index.ts'
import { buildLedger } from '#domain/payments/index.ts'
import { buildTicketForm } from '#tests/support/builders/paying.ts'
import { buildFact, buildOrder } from '#tests/support/builders/payments.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { AREA, BEFORE } from '#tests/support/builders/template.ts'
import { receivePage } from '#tests/support/device/pages.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { AnswerViewScreen } from '../answer-view-screen.tsx'

afterEach(cleanup)
const AREAS = [{ path: AREA, nombre: 'Inspección', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' }]
const PAGE = { cursor: 'c2', scope: 's', reset: false, more: false, templates: [], goneTemplates: [], goneAnswers: [] }
const template = buildTicketForm()
const ANSWER = composeAnswer(template, buildPlainSubmit(1), { code: 'VIS1', now: BEFORE, author: buildUser('ines') })
const VOUCHER = { provider: 'desk', method: 'card', voucher: '004-1187', reference: 'M'.repeat(26) }
const PAID = buildOrder({
  id: ANSWER.id,
  form: template.id,
  facts: [buildFact('paid', VOUCHER)],
  status: 'Pagado',
  delivery: 'delivered',
})

/** Opens the dialog for an answer without an order. @param refusal details of the refusal of the payment */
async function openDesk(refusal?: Readonly<Record<string, string>>, mode = 'live') {
  let isPaid = false
  const { asked } = await openScreen({
    path: '/ver/$id',
    screen: AnswerViewScreen,
    role: 'ROLE_SUPERVISOR',
    areas: AREAS,
    templates: [template],
    address: `/ver/${ANSWER.id}`,
    fill: (local) => receivePage(local, { ...PAGE, serverTime: BEFORE, answers: [ANSWER] }),
    answer: ({ path, method }) => {
      if (path.includes('/versions/1')) return Response.json({ template })
      if (!path.includes('/payment')) return undefined
      if (method === 'POST') isPaid = true
      if (!isPaid) return Response.json({ error: { code: 'payment.missing', details: { mode } } }, { status: 404 })
      const error = { code: 'payment.already-paid', details: refusal }
      if (method === 'POST' && refusal !== undefined) return Response.json({ error }, { status: 409 })
      const { attempts: _, ...order } = PAID
      return Response.json({ order, ledger: buildLedger(PAID), receipts: [], cashier: 'Beto Ruiz' })
    },
  })
  const card = within(await screen.findByRole('region', { name: 'Payment' }))
  fireEvent.click(await card.findByRole('button', { name: 'Record payment at the desk' }))
  const dialog = within(await screen.findByRole('dialog'))
  const type = (label: RegExp, value: string) => fireEvent.change(dialog.getByLabelText(label), { target: { value } })
  type(/name/, 'Ana Paz')
  type(/ID number/, '30111222')
  const press = (name: string) => fireEvent.click(dialog.getByRole('button', { name }))
  const bodies = () => asked.filter(({ method }) => method === 'POST').map(({ body }) => body)
  return { card, dialog, type, press, bodies }
}

it.each([
  [
    { provider: 'desk', method: 'transfer', cashier: 'Beto Ruiz' },
    'Beto Ruiz already took this payment (Bank transfer).',
  ],
  [{ provider: 'mercado-pago' }, 'This order was already paid (Mercado Pago).'],
])('names who took the payment first until the page is left: %j', async (refusal, text) => {
  const { card, dialog, press } = await openDesk(refusal)
  fireEvent.click(dialog.getByRole('radio', { name: 'Card' }))
  for (const name of ['Continue', 'Record payment']) press(name)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await card.findByText('Amount received')).toBeTruthy()
  const alert = card.getByRole('alert')
  expect(alert.textContent).toBe(
    `${text} Your payment was not recorded. If you charged the payer, give the money back.`,
  )
})

it.each([
  ['test', 1],
  ['live', 0],
])('warns before a payment without an order is taken, but only if it is a test: %s', async (mode, warnings) => {
  const { card } = await openDesk(undefined, mode)
  expect(card.queryAllByText('Test payment')).toHaveLength(warnings)
  expect(card.queryAllByText(/no real money moves/)).toHaveLength(warnings)
})

it('says that an amount is not understood, and how to write it', async () => {
  const { dialog, type, press } = await openDesk()
  press('Continue')
  dialog.getByText('Enter the cash received.')
  type(/Cash received/, '1.200')
  dialog.getByText('“1.200” is not a valid amount. Example: 1,200.00')
})

it('keeps the number of the voucher with a payment by card, and shows it with the cashier', async () => {
  const { card, dialog, type, press, bodies } = await openDesk()
  expect(dialog.queryByLabelText(/Voucher/)).toBeNull()
  fireEvent.click(dialog.getByRole('radio', { name: 'Card' }))
  type(/Voucher or transfer number/, ' 004-1187 ')
  press('Continue')
  dialog.getByText('004-1187')
  press('Record payment')
  await card.findByText('004-1187')
  card.getByText('Beto Ruiz')
  expect(bodies()).toMatchObject([{ method: 'card', voucher: '004-1187' }])
})
