import { expect, it } from 'vitest'
import { type Receipt, buildCreditNote, buildReceipt } from '#domain/payments/index.ts'
import { keys } from '#domain/store/index.ts'
import { buildFact, buildOrder } from '#tests/support/builders/payments.ts'
import { readPdf } from '#tests/support/pdf/read-pdf.ts'
import { buildWorld, type World } from '#tests/support/server/world.ts'
import { there } from '#tests/support/there.ts'

const PAID = buildFact('paid', { at: '2026-11-25T03:04:00.000Z' })
const ORDER = buildOrder({ status: 'Pagado', delivery: 'delivered', facts: [PAID] })
const AT = PAID.at
const RECEIPT = { ...there(buildReceipt(ORDER, AT)), number: 7 } as Receipt
const pathOf = (id: string, orderId: string, query = '') => `/api/payments/orders/${id}/${orderId}/receipt${query}`
const PATH = pathOf(ORDER.id, ORDER.orderId)

async function paidWorld(): Promise<World> {
  const world = await buildWorld()
  await world.put(keys.paymentOrder(ORDER.id), ORDER)
  await world.put(keys.receiptOfOrder(ORDER.id), RECEIPT)
  return world
}

it('gives the receipt to who has both halves of the reference, on the clock of the municipality, and keeps it nowhere', async () => {
  const response = await (await paidWorld()).ask('GET', PATH)
  const { pages } = readPdf(new Uint8Array(await response.arrayBuffer()))
  const text = pages.flat().join('\n')
  expect(response.headers.get('cache-control')).toContain('no-store')
  expect(response.headers.get('content-disposition')).toContain(`comprobante-${ORDER.orderId}.pdf`)
  expect(text).toContain('00000007')
  expect(text).toContain('25/11/2026 00:04')
})

it('gives the credit note of a refund by its reference', async () => {
  const world = await paidWorld()
  const back = buildFact('refunded', { reference: 're_1', of: PAID.reference, amount: 4_000 })
  const note = { ...buildCreditNote(ORDER, back, RECEIPT, AT), number: 1 } as Receipt
  await world.put(keys.receiptOfOrder(ORDER.id, 're_1'), note)
  const response = await world.ask('GET', `${PATH}?refund=re_1`)
  expect(readPdf(new Uint8Array(await response.arrayBuffer())).title).toContain('Nota de crédito')
})

it.each([
  ['another number', pathOf(ORDER.id, 'K3WQ9ZT0M4XA')],
  ['another answer', pathOf(buildOrder().id.replace(/.$/, '0'), ORDER.orderId)],
  ['a refund that never was', `${PATH}?refund=re_2`],
])('tells nothing with %s', async (_, path) => {
  const response = await (await paidWorld()).ask('GET', path)
  expect([response.status, await response.json()]).toMatchObject([404, { error: { code: 'payment.missing' } }])
})
