import { codeToKeep, recordAddress } from '../codes/record-names.ts'
import { ownCode } from '../codes/codes.ts'
import { provisionalReference } from '../codes/reference.ts'
import { isSignedBefore, lastChangeOf } from '../corrections/signed-before.ts'
import { TEMPLATE_IMAGE } from '../kernel/building-blocks.ts'
import { inLanguage } from '../templates/documents/in-language.ts'
import type { Answer } from '../answers/documents/answer.ts'
import type { PdfSettings } from '../templates/documents/pdf-settings.ts'
import type { StoredSignature } from '../templates/documents/signature.ts'
import type { AnswerId } from '../kernel/ids.ts'
import type { Instant } from '../kernel/instant.ts'
import { ANONYMOUS_NAME } from '../kernel/limits.ts'
import { answeredOnly } from './answered-only.ts'
import type {
  Letterhead,
  Paper,
  PaperFact,
  PaperImage,
  PaperKeep,
  PaperLogo,
  PaperSignature,
  PaperSizes,
} from './paper.ts'
import { sectionsOf } from './paper-sections.ts'
import { subjectsOf } from './subjects.ts'
import type { PaperWords } from './words.ts'

/** Context for rendering an answer. */
export type PaperSetting = {
  readonly words: PaperWords
  /** language of the reader (LANGUAGES), for translated texts of the form */
  readonly language: string
  /** formats DD/MM/YYYY HH:mm in the reader's time zone */
  readonly dateTime: (instant: Instant) => string
  /** setting of the municipality: shows the reference instead of the code */
  readonly codeHidden: boolean
  readonly electronicSignatureHidden: boolean
  /** base address for looking up records, `https://forms.example.org`; empty: unknown */
  readonly home: string
  /** the answer is not yet on the server */
  readonly isUnsent?: boolean
  /** some changes of the answer are not yet on the server */
  readonly changesWait?: boolean
  /** user's choice for this print, instead of the form's settings */
  readonly chosen?: ChosenLook | undefined
}

/** Print options (part 3, point 3). A logo and portable print exclude each other. */
export type ChosenLook =
  { readonly portablePrint: true } | { readonly portablePrint: false; readonly logo: PaperLogo | null }

/**
 * Builds the printable document of an answer. @param settings settings of the version that the answer was filled in
 * with; undefined: unavailable
 */
export function paperOf(answer: Answer, settings: PdfSettings | undefined, setting: PaperSetting): Paper {
  const { words, language, chosen } = setting
  const sections = settings?.removeUnanswered === true ? answeredOnly(answer.secciones) : answer.secciones
  return {
    name: paperName(answer, setting),
    title: inLanguage(answer, 'titulo', language),
    description: inLanguage(answer, 'descripcion', language),
    banner: answer.opcionales.headerImg ? imageOfForm(answer.headerImageURL) : null,
    letterhead: letterheadOf(answer, settings, chosen),
    facts: factsOf(answer, setting),
    keep: keepOf(answer, setting),
    text: '',
    notes: [
      ...(setting.isUnsent === true ? [words.unsent] : []),
      ...(setting.changesWait === true && setting.isUnsent !== true ? [words.changesWait] : []),
    ],
    subjects: subjectsOf(answer, words),
    // Sections keep their numbers if others are omitted.
    sections: sectionsOf(
      sections,
      answer.secciones.map(({ orden }) => orden),
      words,
      language,
    ),
    signatures: answer.signatures.map((signature) => signatureOf(answer, signature, setting)),
    sizes: sizesOf(settings),
    isPortable: chosen?.portablePrint ?? (answer.opcionales.pdfPortablePrint || settings?.portablePrint === true),
    words,
  }
}

/** Name of the document: the answer's code, or its reference if it has no visible code. */
export function paperName(answer: Answer, setting: Pick<PaperSetting, 'codeHidden'>): string {
  return shownCode(answer, setting) ?? provisionalReference(answer.id)
}

/** Code of the answer; undefined if it has none or its municipality hides codes */
function shownCode({ codigoMunicipio }: Answer, { codeHidden }: Pick<PaperSetting, 'codeHidden'>): string | undefined {
  return codeHidden ? undefined : ownCode(codigoMunicipio)
}

function factsOf(answer: Answer, setting: PaperSetting): readonly PaperFact[] {
  const { words, dateTime, electronicSignatureHidden } = setting
  const login = answer.creadoPor === ANONYMOUS_NAME ? words.anonymous : answer.creadoPor
  const code = shownCode(answer, setting)
  const state = answer.estados?.disponibles.find(({ id }) => id === answer.estados?.actual)
  const facts: readonly (PaperFact | false)[] = [
    code === undefined
      ? { name: words.reference, value: provisionalReference(answer.id), isCode: true }
      : { name: words.code, value: code, isCode: true },
    { name: words.createdAt, value: dateTime(answer.fechaCreacion) },
    { name: words.author, value: `${answer.firstName} ${answer.lastName}`.trim() || login },
    { name: words.fileNumber, value: answer.inspectorID },
    { name: words.area, value: answer.areaInfo.nombre },
    !electronicSignatureHidden && { name: words.electronicSignature, value: answer.electronicSignature, isCode: true },
    { name: words.state, value: state?.nombre ?? '' },
  ]
  return facts.filter((fact) => fact !== false && fact.value !== '') as readonly PaperFact[]
}

/** Download code for the record. Contains the answer code; if the code is hidden, the reference is used. */
function keepOf(answer: Answer, setting: PaperSetting): PaperKeep | null {
  return answer.opcionales.pdfDownloadCode
    ? keptOn(answer.id, shownCode(answer, setting), setting.words, setting.home)
    : null
}

/** Code to keep, as printed on a document. */
export function keptOn(id: AnswerId, code: string | undefined, words: PaperWords, home: string): PaperKeep {
  const value = codeToKeep(id, code)
  const name = value === provisionalReference(id) ? words.reference : words.downloadCode
  return { name, value, address: home === '' ? '' : recordAddress(home, value) }
}

function letterheadOf(answer: Answer, settings: PdfSettings | undefined, chosen: ChosenLook | undefined): Letterhead {
  return {
    logo: chosen === undefined ? logoOf(settings) : chosenLogo(chosen),
    municipality: settings?.municipalityName ?? answer.municipioInfo.nombre,
    information: settings?.additionalInformation ?? '',
  }
}

function chosenLogo(chosen: ChosenLook): PaperLogo | null {
  return chosen.portablePrint ? null : chosen.logo
}

function logoOf(settings: PdfSettings | undefined): PaperLogo | null {
  const image = settings?.logoChecked === true ? imageOfForm(settings.logo) : null
  if (settings === undefined || image === null) return null
  const { text = '', location, logoWidth: width, logoHeight: height } = settings
  return { image, text, location, width, height }
}

/** Image of the form; null if missing, or on another server, which would learn of the request */
function imageOfForm(url: string | undefined): PaperImage | null {
  const sha256 = url === undefined ? undefined : TEMPLATE_IMAGE.exec(url)?.[2]
  return url === undefined || sha256 === undefined ? null : { sha256, url, bytes: null, type: null }
}

function signatureOf(
  answer: Answer,
  signature: StoredSignature,
  { words, dateTime }: Pick<PaperSetting, 'words' | 'dateTime'>,
): PaperSignature {
  const { indexSignature, names, title, imgURL, imgID } = signature
  const changedAt = lastChangeOf(answer)
  const stored = answer.files.find(({ sha256 }) => sha256 === imgID)
  return {
    index: indexSignature,
    name: `${names?.firstName ?? ''} ${names?.lastName ?? ''}`.trim(),
    title,
    image:
      imgURL === undefined || imgID === undefined
        ? null
        : { sha256: imgID, url: imgURL, bytes: stored?.bytes ?? null, type: 'image/png' },
    note: isSignedBefore(signature, changedAt) ? words.signedBefore.replace('#', dateTime(changedAt)) : '',
  }
}

function sizesOf(settings: PdfSettings | undefined): PaperSizes {
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
