import { buildReference } from '../codes/reference.ts'
import { getForeignLanguageTag, translateField, getOriginalLanguage } from '../templates/documents/in-language.ts'
import { pickVoucherText, type VoucherText } from '../templates/documents/voucher-text.ts'
import type { FormTemplate } from '../templates/documents/template.ts'
import type { AnswerId } from '../kernel/ids.ts'
import { buildLookupCode } from './build-answer-pdf.ts'
import { DEFAULT_PDF_SIZES, type PdfContent } from './pdf-content.ts'
import type { PdfTexts } from './pdf-texts.ts'

/** Source of a voucher: the form or answer, and the answer's code. */
export type VoucherSource = {
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

export type VoucherContext = {
  readonly own: { readonly title: string }
  readonly texts: PdfTexts
  readonly language: string
  /** base address for looking up records, `https://forms.example.org` */
  readonly home: string
}

/**
 * Builds the voucher of an answer, with the municipality's text and the answer's code or reference, but without the
 * answer's content. Null: the form has no voucher.
 */
export function buildVoucher(
  { of, id, code, at }: VoucherSource,
  { own, texts, language, home }: VoucherContext,
): PdfContent | null {
  const text = pickVoucherText(of)
  if (text === '') return null
  const known =
    code === undefined
      ? { name: texts.reference, value: buildReference(id), isCode: true as const }
      : { name: texts.code, value: code, isCode: true as const }
  return {
    name: `${own.title} ${known.value}`,
    title: own.title,
    description: translateField(of, 'titulo', language),
    banner: null,
    letterhead: { logo: null, municipality: of.municipioInfo.nombre, information: of.areaInfo.nombre },
    facts: [known, { name: texts.createdAt, value: at }],
    keep: of.opcionales.pdfDownloadCode ? buildLookupCode(id, code, texts, home) : null,
    text,
    textTag: getForeignLanguageTag(of, 'customizedVoucherText', language, getOriginalLanguage(of)),
    notes: [],
    subjects: [],
    sections: [],
    signatures: [],
    sizes: { ...DEFAULT_PDF_SIZES, municipality: 18, formTitle: 24, answer: 14 },
    isPortable: false,
    texts,
  }
}
