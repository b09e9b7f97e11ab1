import { provisionalReference } from '../codes/reference.ts'
import { foreignTag, inLanguage, writtenIn } from '../templates/documents/in-language.ts'
import { voucherTextOf, type VoucherText } from '../templates/documents/voucher-text.ts'
import type { FormTemplate } from '../templates/documents/template.ts'
import type { AnswerId } from '../kernel/ids.ts'
import { keptOn } from './paper-of.ts'
import { OWN_SIZES, type Paper } from './paper.ts'
import type { PaperWords } from './words.ts'

/** Content of a voucher: the form or answer, and the answer's code. */
export type Voucher = {
  readonly of: VoucherText & { readonly titulo: string } & Pick<
      FormTemplate,
      'areas' | 'municipioInfo' | 'areaInfo' | 'opcionales'
    >
  /** undefined if the answer has no code yet or its municipality hides codes */
  readonly code: string | undefined
  readonly id: AnswerId
  /** DD/MM/YYYY HH:mm in the reader's time zone */
  readonly at: string
}

export type VoucherWords = {
  readonly own: { readonly title: string }
  readonly words: PaperWords
  readonly language: string
  /** base address for looking up records, `https://forms.example.org` */
  readonly home: string
}

/**
 * Builds the voucher of an answer: the municipality's text and the answer's code or reference, without its content.
 * Null: the form has no voucher.
 */
export function voucherOf({ of, id, code, at }: Voucher, { own, words, language, home }: VoucherWords): Paper | null {
  const text = voucherTextOf(of)
  if (text === '') return null
  const known =
    code === undefined
      ? { name: words.reference, value: provisionalReference(id), isCode: true as const }
      : { name: words.code, value: code, isCode: true as const }
  return {
    name: `${own.title} ${known.value}`,
    title: own.title,
    description: inLanguage(of, 'titulo', language),
    banner: null,
    letterhead: { logo: null, municipality: of.municipioInfo.nombre, information: of.areaInfo.nombre },
    facts: [known, { name: words.createdAt, value: at }],
    keep: of.opcionales.pdfDownloadCode ? keptOn(id, code, words, home) : null,
    text,
    textTag: foreignTag(of, 'customizedVoucherText', language, writtenIn(of)),
    notes: [],
    subjects: [],
    sections: [],
    signatures: [],
    sizes: { ...OWN_SIZES, municipality: 18, formTitle: 24, answer: 14 },
    isPortable: false,
    words,
  }
}
