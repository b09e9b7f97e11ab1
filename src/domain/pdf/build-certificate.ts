import { decomposeAnswer } from '../answering/decompose.ts'
import { listAllPlacedQuestions } from '../answering/walk.ts'
import { translateField } from '../templates/documents/in-language.ts'
import type { Answer } from '../answers/documents/answer.ts'
import type { CertificateSettings } from '../places/documents/device-settings.ts'
import type { FormTemplate } from '../templates/documents/template.ts'
import { getUniqueCode } from '../codes/codes.ts'
import type { Address, Instant } from '../kernel/index.ts'
import { formatValue } from '../questions/question-value.ts'
import { DEFAULT_PDF_SIZES, type PdfContent } from './pdf-content.ts'
import type { PdfTexts } from './pdf-texts.ts'

/** Texts of a registration certificate, besides the values from the answer. */
type CertificateTexts = {
  readonly title: string
  readonly number: string
  readonly issued: string
  readonly registered: string
  readonly activity: string
  readonly surface: string
  readonly taxId: string
}

export type CertificateContext = {
  readonly own: CertificateTexts
  readonly texts: PdfTexts
  readonly language: string
  /** formats DD/MM/YYYY in the reader's time zone */
  readonly date: (instant: Instant) => string
}

/**
 * Registration certificate of an answer (part 3, point 2): date, number, and the values of the questions chosen by the
 * municipality. Date and number are the answer's, so that each download is the same.
 * @param version form version that the answer was filled in with
 * @returns null if the municipality has no certificate for this form, or the answer has no code yet
 */
export function buildCertificate(
  answer: Answer,
  version: Pick<FormTemplate, 'secciones'>,
  certificate: CertificateSettings | undefined,
  { own, texts, language, date }: CertificateContext,
): PdfContent | null {
  const { codigoMunicipio: number } = answer
  if (certificate?.template !== answer.idPlantilla || getUniqueCode(number) === undefined) return null
  const { values } = decomposeAnswer(answer)
  const places = new Map(listAllPlacedQuestions(version).map(({ address, question }) => [address, question]))
  const said = (address: Address): string => {
    const question = places.get(address)
    return question === undefined
      ? ''
      : formatValue(question, values[address], { yes: texts.yes, no: texts.no, language })
  }
  const questions = [
    { title: own.number, answer: number },
    { title: own.issued, answer: date(answer.receivedAt) },
    { title: own.activity, answer: said(certificate.activity) },
    { title: own.surface, answer: said(certificate.surface) },
    { title: own.taxId, answer: said(certificate.taxId) },
  ].map((item, orden) => ({
    ...item,
    answer: item.answer === '' ? texts.notAnswered : item.answer,
    orden,
    ...PLAIN_QUESTION,
  }))
  return {
    name: `${own.title} ${number}`,
    title: own.title,
    description: translateField(answer, 'titulo', language),
    banner: null,
    letterhead: { logo: null, municipality: answer.municipioInfo.nombre, information: answer.areaInfo.nombre },
    facts: [],
    keep: null,
    text: '',
    notes: [],
    subjects: [],
    sections: [
      {
        orden: 0,
        title: own.registered,
        area: '',
        description: '',
        groups: [{ title: '', questions, note: '' }],
        note: '',
      },
    ],
    signatures: [],
    sizes: LARGE_SIZES,
    isPortable: false,
    texts,
  }
}

const PLAIN_QUESTION = { kind: 'question', photo: null, files: [] } as const

/** Large sizes, because certificates are displayed on walls. */
const LARGE_SIZES: PdfContent['sizes'] = {
  ...DEFAULT_PDF_SIZES,
  municipality: 24,
  information: 14,
  formTitle: 32,
  sectionTitle: 18,
  question: 14,
  answer: 18,
  betweenSections: 40,
  betweenQuestions: 20,
}
