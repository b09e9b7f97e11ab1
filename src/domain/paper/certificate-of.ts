import { contentOf, everyPlace } from '../answering/index.ts'
import { inLanguage, type Answer, type CertificateSettings, type FormTemplate } from '../documents/index.ts'
import { DEFAULT_CODE, type Address, type Instant } from '../kernel/index.ts'
import { formatValue } from '../questions/index.ts'
import type { Paper } from './paper.ts'
import type { PaperWords } from './words.ts'

/** What is printed on a registration certificate beside its answers. */
export type CertificateWords = {
  readonly title: string
  readonly number: string
  readonly issued: string
  readonly registered: string
  readonly activity: string
  readonly surface: string
  readonly taxId: string
}

export type CertificateSetting = {
  readonly own: CertificateWords
  readonly words: PaperWords
  readonly language: string
  /** DD/MM/YYYY on the clock of whoever reads it */
  readonly date: (instant: Instant) => string
}

/**
 * The registration certificate of an answer (part 3, point 2): issue date, certificate number, and what it says to the questions that the municipality has named. The number is the
 * answer's code and the date the day of its registration, so that a certificate says the same whenever it is downloaded.
 * @param version the version of the form that it was filled with
 * @returns null where the municipality gives none for this form, or it is not registered yet
 */
export function certificateOf(
  answer: Answer,
  version: Pick<FormTemplate, 'secciones'>,
  certificate: CertificateSettings | undefined,
  { own, words, language, date }: CertificateSetting,
): Paper | null {
  const { codigoMunicipio: number } = answer
  if (certificate?.template !== answer.idPlantilla || number === '' || number === DEFAULT_CODE) return null
  const { values } = contentOf(answer)
  const places = new Map(everyPlace(version).map(({ address, question }) => [address, question]))
  const said = (at: Address): string => {
    const question = places.get(at)
    return question === undefined ? '' : formatValue(question, values[at], { yes: words.yes, no: words.no, language })
  }
  const facts = [
    { name: own.activity, value: said(certificate.activity) },
    { name: own.surface, value: said(certificate.surface) },
    { name: own.taxId, value: said(certificate.taxId) },
  ].map(({ name, value }) => ({ name, value: value === '' ? words.notAnswered : value }))
  return {
    name: `${own.title} ${number}`,
    title: own.title,
    description: inLanguage(answer, 'titulo', language),
    banner: null,
    letterhead: { logo: null, municipality: answer.municipioInfo.nombre, information: answer.areaInfo.nombre },
    facts: [
      { name: own.number, value: number, isCode: true },
      { name: own.issued, value: date(answer.receivedAt) },
    ],
    notes: [],
    subjects: [{ title: own.registered, facts }],
    sections: [],
    signatures: [],
    sizes: NO_SIZES,
    isPortable: false,
    words,
  }
}

const NO_SIZES: Paper['sizes'] = {
  municipality: undefined,
  information: undefined,
  formTitle: undefined,
  sectionTitle: undefined,
  question: undefined,
  answer: undefined,
  betweenSections: undefined,
  betweenQuestions: undefined,
  imageWidth: undefined,
}
