import { getCodeForAuthor, buildRecordUrl } from '../codes/record-names.ts'
import { getUniqueCode } from '../codes/codes.ts'
import { buildReference } from '../codes/reference.ts'
import { isSignedBefore, findLastChange } from '../corrections/signed-before.ts'
import { TEMPLATE_IMAGE_PATTERN } from '../kernel/building-blocks.ts'
import { translateField } from '../templates/documents/in-language.ts'
import type { Answer } from '../answers/documents/answer.ts'
import type { PdfSettings } from '../templates/documents/pdf-settings.ts'
import type { StoredSignature } from '../templates/documents/signature.ts'
import type { AnswerId } from '../kernel/ids.ts'
import type { Instant } from '../kernel/instant.ts'
import { ANONYMOUS_NAME } from '../kernel/limits.ts'
import { removeUnansweredQuestions } from './answered-only.ts'
import type {
  Letterhead,
  PdfContent,
  PdfFact,
  PdfImage,
  PdfLookupCode,
  PdfLogo,
  PdfSignature,
  PdfSizes,
} from './pdf-content.ts'
import { buildPdfSections } from './pdf-sections.ts'
import { buildPdfSubjects } from './subjects.ts'
import { fillPlaceholder, type PdfTexts } from './pdf-texts.ts'

/** Context for rendering an answer. */
export type PdfContext = {
  readonly texts: PdfTexts
  /** language of the reader (LANGUAGES), for translated texts of the form */
  readonly language: string
  /** formats DD/MM/YYYY HH:mm in the reader's time zone */
  readonly dateTime: (instant: Instant) => string
  /** setting of the municipality: shows the reference instead of the code */
  readonly codeHidden: boolean
  readonly electronicSignatureHidden: boolean
  /** base address for looking up records, `https://forms.example.org`; empty: unknown */
  readonly home: string
  /** the answer has not been sent to the server yet */
  readonly isUnsent?: boolean
  /** some changes of the answer have not been sent to the server yet */
  readonly hasUnsentChanges?: boolean
  /** user's choice for this print, instead of the form's settings */
  readonly chosen?: PdfPrintOptions | undefined
}

/** Print options (part 3, point 3). A logo and portable print exclude each other. */
export type PdfPrintOptions =
  { readonly portablePrint: true } | { readonly portablePrint: false; readonly logo: PdfLogo | null }

/**
 * Builds the printable document of an answer. @param settings settings of the version that the answer was filled in
 * with; undefined: unavailable
 */
export function buildAnswerPdf(answer: Answer, settings: PdfSettings | undefined, setting: PdfContext): PdfContent {
  const { texts, language, chosen } = setting
  const sections = settings?.removeUnanswered === true ? removeUnansweredQuestions(answer.secciones) : answer.secciones
  return {
    name: buildPdfName(answer, setting),
    title: translateField(answer, 'titulo', language),
    description: translateField(answer, 'descripcion', language),
    banner: answer.opcionales.headerImg ? buildFormImage(answer.headerImageURL) : null,
    letterhead: buildLetterhead(answer, settings, chosen),
    facts: buildAnswerFacts(answer, setting),
    keep: buildDownloadNote(answer, setting),
    text: '',
    notes: [
      ...(setting.isUnsent === true ? [texts.unsent] : []),
      ...(setting.hasUnsentChanges === true && setting.isUnsent !== true ? [texts.unsentChanges] : []),
    ],
    subjects: buildPdfSubjects(answer, texts),
    // Sections keep their numbers when other sections are omitted.
    sections: buildPdfSections(
      sections,
      answer.secciones.map(({ orden }) => orden),
      texts,
      language,
    ),
    signatures: answer.signatures.map((signature) => buildSignature(answer, signature, setting)),
    sizes: pickFontSizes(settings),
    isPortable: chosen?.portablePrint ?? (answer.opcionales.pdfPortablePrint || settings?.portablePrint === true),
    texts,
  }
}

/** Name of the document: the answer's code, or its reference if it has no visible code. */
export function buildPdfName(answer: Answer, setting: Pick<PdfContext, 'codeHidden'>): string {
  return getVisibleCode(answer, setting) ?? buildReference(answer.id)
}

/** Code of the answer; undefined if it has none or its municipality hides codes */
function getVisibleCode(
  { codigoMunicipio }: Answer,
  { codeHidden }: Pick<PdfContext, 'codeHidden'>,
): string | undefined {
  return codeHidden ? undefined : getUniqueCode(codigoMunicipio)
}

function buildAnswerFacts(answer: Answer, setting: PdfContext): readonly PdfFact[] {
  const { texts, language, dateTime, electronicSignatureHidden } = setting
  const login = answer.creadoPor === ANONYMOUS_NAME ? texts.anonymous : answer.creadoPor
  const code = getVisibleCode(answer, setting)
  const state = answer.estados?.disponibles.find(({ id }) => id === answer.estados?.actual)
  const facts: readonly (PdfFact | false)[] = [
    code === undefined
      ? { name: texts.reference, value: buildReference(answer.id), isCode: true }
      : { name: texts.code, value: code, isCode: true },
    { name: texts.createdAt, value: dateTime(answer.fechaCreacion) },
    { name: texts.author, value: `${answer.firstName} ${answer.lastName}`.trim() || login },
    { name: texts.fileNumber, value: answer.inspectorID },
    { name: texts.area, value: answer.areaInfo.nombre },
    !electronicSignatureHidden && { name: texts.electronicSignature, value: answer.electronicSignature, isCode: true },
    { name: texts.state, value: state === undefined ? '' : translateField(state, 'nombre', language) },
  ]
  return facts.filter((fact) => fact !== false && fact.value !== '') as readonly PdfFact[]
}

/**
 * Returns the download code of the record, which contains the answer code. If the code is hidden, returns the
 * reference. Null: the form has no download codes.
 */
function buildDownloadNote(answer: Answer, setting: PdfContext): PdfLookupCode | null {
  return answer.opcionales.pdfDownloadCode
    ? buildLookupCode(answer.id, getVisibleCode(answer, setting), setting.texts, setting.home)
    : null
}

/** Returns the code by which the record can be looked up, as printed on a document. */
export function buildLookupCode(id: AnswerId, code: string | undefined, texts: PdfTexts, home: string): PdfLookupCode {
  const value = getCodeForAuthor(id, code)
  const name = value === buildReference(id) ? texts.reference : texts.downloadCode
  return { name, value, address: home === '' ? '' : buildRecordUrl(home, value) }
}

function buildLetterhead(
  answer: Answer,
  settings: PdfSettings | undefined,
  chosenDesign: PdfPrintOptions | undefined,
): Letterhead {
  return {
    logo: chosenDesign === undefined ? buildLogo(settings) : getChosenLogo(chosenDesign),
    municipality: settings?.municipalityName ?? answer.municipioInfo.nombre,
    information: settings?.additionalInformation ?? '',
  }
}

function getChosenLogo(chosenDesign: PdfPrintOptions): PdfLogo | null {
  return chosenDesign.portablePrint ? null : chosenDesign.logo
}

function buildLogo(settings: PdfSettings | undefined): PdfLogo | null {
  const image = settings?.logoChecked === true ? buildFormImage(settings.logo) : null
  if (settings === undefined || image === null) return null
  const { text = '', location, logoWidth: width, logoHeight: height } = settings
  return { image, text, location, width, height }
}

/**
 * Returns an image of the form; null if there is none, or if it is on another server, which would learn of the request.
 */
function buildFormImage(url: string | undefined): PdfImage | null {
  const sha256 = url === undefined ? undefined : TEMPLATE_IMAGE_PATTERN.exec(url)?.[2]
  return url === undefined || sha256 === undefined ? null : { sha256, url, bytes: null, type: null }
}

function buildSignature(
  answer: Answer,
  signature: StoredSignature,
  { texts, language, dateTime }: Pick<PdfContext, 'texts' | 'language' | 'dateTime'>,
): PdfSignature {
  const { indexSignature, names, imgURL, imgID } = signature
  const changedAt = findLastChange(answer)
  const stored = answer.files.find(({ sha256 }) => sha256 === imgID)
  return {
    index: indexSignature,
    name: `${names?.firstName ?? ''} ${names?.lastName ?? ''}`.trim(),
    title: translateField(signature, 'title', language),
    image:
      imgURL === undefined || imgID === undefined
        ? null
        : { sha256: imgID, url: imgURL, bytes: stored?.bytes ?? null, type: 'image/png' },
    note: isSignedBefore(signature, changedAt) ? fillPlaceholder(texts.signedBefore, dateTime(changedAt)) : '',
  }
}

function pickFontSizes(settings: PdfSettings | undefined): PdfSizes {
  return {
    municipality: settings?.municipalityNameSize,
    information: settings?.additionalInformationSize,
    formTitle: settings?.formTitleSize,
    sectionTitle: settings?.sectionTitleSize,
    question: settings?.questionSize,
    answer: settings?.answerSize,
    betweenSections: settings?.sectionSpacing,
    betweenQuestions: settings?.questionSpacing,
    imageWidth: settings?.imageSize,
  }
}
