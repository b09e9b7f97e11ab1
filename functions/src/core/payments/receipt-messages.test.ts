import { describe, expect, it } from 'vitest'
import type { Receipt } from '#domain/payments/index.ts'
import { makeReceiptPdf } from '#documents/pdf/index.ts'
import { buildReceiptPdf } from '#domain/pdf/index.ts'
import { pdfPorts } from '#tests/support/pdf/pdf-ports.ts'
import { readPdf } from '#tests/support/pdf/read-pdf.ts'
import { MUNICIPALITY } from '#tests/support/builders/template.ts'
import { buildReceiptMessages } from './receipt-pdf.ts'

const A4 = [595.28, 841.89]
const RECEIPT = {
  series: MUNICIPALITY,
  number: 42,
  kind: 'receipt',
  order: '5AJ1V8D2QX7M3K9BTR4C6WZ0HN',
  orderId: 'K3WQ9ZT0M4XB',
  municipality: MUNICIPALITY,
  form: 'entradas',
  formTitle: 'Noche de los Museos',
  code: 'VIS77',
  amount: 9_000,
  currency: { sign: '$', name: 'ARS' },
  lines: [
    { name: 'Platea', quanty: 2, price: 4_500 },
    { name: 'Ćwikła 樂 para la peña', quanty: 1, price: 1_000 },
  ],
  reduction: 1_000,
  fullName: 'Ana Paz',
  dni: '30123456',
  operationId: 'pi_3QabcdefghijklmnopqrstuvwxyzZ',
  provider: 'stripe',
  paidAt: '2026-11-25T03:04:00.000Z',
  issuedAt: '2026-11-25T03:05:00.000Z',
} as unknown as Receipt

async function read(change: object = {}, language: 'es' | 'en' = 'es') {
  const paper = buildReceiptPdf({ ...RECEIPT, ...change } as Receipt, {
    texts: buildReceiptMessages(language),
    language,
    municipality: 'Municipalidad de Villa Serena',
    dateTime: (instant) => instant.slice(0, 16),
  })
  const bytes = await makeReceiptPdf(paper, pdfPorts().fonts)
  return { bytes, ...readPdf(bytes), text: readPdf(bytes).pages.flat().join('\n') }
}

describe('the PDF of a receipt', () => {
  it('says on one sheet of A4 who received what for which order, with the operation in groups of 25', async () => {
    const { text, pages, sizes, title, language } = await read()
    expect([pages.length, sizes[0]?.map((size) => Math.round(size * 100) / 100)]).toEqual([1, A4])
    expect([title, language]).toEqual(['Comprobante de pago N.º 00000042', 'es'])
    for (const said of [
      'Municipalidad de Villa Serena',
      'Ana Paz',
      '30123456',
      'K3WQ9ZT0M4XB',
      'Noche de los Museos',
      'VIS77',
      'Stripe',
      'Platea',
    ])
      expect(text).toContain(said)
    expect(text).toContain('pi_3Qabcdefghijklmnopqrst\n')
    expect(text).toContain('uvwxyzZ')
    expect(text).toContain('2026-11-25T03:04')
    expect(text).not.toContain('PRUEBA')
  })

  it('adds up: the sum, what was taken off, and what was paid', async () => {
    const { text } = await read()
    for (const amount of ['$ 90,00', '$ 100,00', '−$ 10,00']) expect(text).toContain(amount)
    const plain = await read({ reduction: 0, amount: 10_000 })
    expect(plain.text).not.toContain('Descuento')
  })

  it('marks money of play above everything', async () => {
    const { pages } = await read({ series: `${MUNICIPALITY}~test` })
    expect(pages[0]?.[0]).toContain('PRUEBA')
  })

  it('names on a credit note the receipt that it takes back from, and its own amount', async () => {
    const { title, text } = await read({ kind: 'credit-note', number: 3, of: 42, amount: 4_500 }, 'en')
    expect(title).toBe('Credit note no. 00000003')
    expect(text).toMatch(/Refund of the payment on receipt no\.[^]*00000042/)
    expect(text).toMatch(/Amount refunded[^]*45\.00/)
  })

  it('is the same file each time it is drawn', async () => {
    const [one, other] = [await read(), await read()]
    expect(Buffer.from(one.bytes).equals(Buffer.from(other.bytes))).toBe(true)
  })

  it('continues on a further sheet where an order has many lines', async () => {
    const lines = Array.from({ length: 90 }, (_, index) => ({ name: `Trámite ${index}`, quanty: 1, price: 100 }))
    const { pages, text } = await read({ lines })
    expect(pages.length).toBeGreaterThan(1)
    expect(text).toContain('Trámite 89')
  })
})
