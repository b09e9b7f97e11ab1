import type { AnswerId } from '../kernel/ids.ts'
import { describe, expect, it } from 'vitest'
import { buildPlainTemplate } from '#tests/support/builders/template.ts'
import { buildVoucher, type VoucherSource } from './build-voucher.ts'
import type { PdfTexts } from './pdf-texts.ts'

/** Each text is its own key. */
const texts = new Proxy({} as PdfTexts, { get: (_, name) => String(name) })
const WORDS = { own: { title: 'Comprobante' }, texts, language: 'pt', home: 'https://relevo.example' }
const form = (change: object) =>
  buildPlainTemplate({}, { opcionales: { publico: true, customizedVoucher: true }, ...change })
const voucher = (change: object, code?: string): VoucherSource => ({
  of: form(change),
  code,
  id: '7F3K2M00000000000000000000' as AnswerId,
  at: '23/11/2026 10:00',
})
const TEXT = { customizedVoucherText: '  Gracias.\nVuelva pronto.  ' }

describe('a voucher', () => {
  it('is the municipality’s own text, with the code of the answer and its time', () => {
    expect(buildVoucher(voucher(TEXT, 'VIS1'), WORDS)).toMatchObject({
      name: 'Comprobante VIS1',
      title: 'Comprobante',
      text: 'Gracias.\nVuelva pronto.',
      facts: [
        { name: 'code', value: 'VIS1', isCode: true },
        { name: 'createdAt', value: '23/11/2026 10:00' },
      ],
      sections: [],
    })
  })

  it('has the reference as long as there is no code', () => {
    expect(buildVoucher(voucher(TEXT), WORDS)?.facts[0]).toEqual({ name: 'reference', value: '7F3-K2M', isCode: true })
  })

  it('has the code to keep where its form lets records be looked up', () => {
    const opcionales = { publico: true, customizedVoucher: true, pdfDownloadCode: true }
    const kept = (code?: string) => buildVoucher(voucher({ ...TEXT, opcionales }, code), WORDS)?.keep
    const address = 'https://relevo.example/actas/consultar#'
    expect(kept('VIS1')).toEqual({ name: 'downloadCode', value: '7F3VIS1', address: `${address}7F3VIS1` })
    expect(kept()).toEqual({ name: 'reference', value: '7F3-K2M', address: `${address}7F3-K2M` })
    expect(buildVoucher(voucher(TEXT, 'VIS1'), WORDS)?.keep).toBeNull()
  })

  it('calls the form as its reader’s language does', () => {
    const of = { ...TEXT, tituloAlternativeLanguage_pt: 'Reclamação' }
    expect(buildVoucher(voucher(of), WORDS)?.description).toBe('Reclamação')
  })

  it('says in which language its text is, where that is not the reader’s', () => {
    const tagOf = (language: string, change: object = {}) =>
      buildVoucher(voucher({ ...TEXT, ...change }), { ...WORDS, language })?.textTag
    expect([tagOf('pt'), tagOf('es'), tagOf('pt', { tituloAlternativeLanguage_es: 'Reclamo' })]).toEqual([
      'es',
      undefined,
      undefined,
    ])
  })

  it.each([
    ['the form has none', { ...TEXT, opcionales: { publico: true } }],
    ['it says nothing', { customizedVoucherText: ' \n ' }],
  ])('is none where %s', (_, change) => {
    expect(buildVoucher(voucher(change), WORDS)).toBeNull()
  })
})
