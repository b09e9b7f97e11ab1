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

/** What is known beside the answer and its form. */
export type PaperSetting = {
  readonly words: PaperWords
  /** code of LANGUAGES of the reader: alternative texts of the form */
  readonly language: string
  /** DD/MM/YYYY HH:mm on the reader's clock */
  readonly dateTime: (instant: Instant) => string
  /** settings of its municipality: then it goes by its reference */
  readonly codeHidden: boolean
  readonly electronicSignatureHidden: boolean
  /** where records are looked up, `https://forms.example.org`; empty: unknown */
  readonly home: string
  /** the server has not got it yet, or not some of its changes */
  readonly isUnsent?: boolean
  readonly changesWait?: boolean
  /** what the user chose for this print instead of what the form says */
  readonly chosen?: ChosenLook | undefined
}

/** Part 3, point 3: logo options. A logo and portable print exclude each other. */
export type ChosenLook =
  { readonly portablePrint: true } | { readonly portablePrint: false; readonly logo: PaperLogo | null }

/** An answer as it goes on paper. @param settings of the version that it was filled with; undefined: none to be had */
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
    // Where some are left out, the others keep their numbers.
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

/** The code that an answer goes by, or its reference while it has none that is shown. */
export function paperName(answer: Answer, setting: Pick<PaperSetting, 'codeHidden'>): string {
  return shownCode(answer, setting) ?? provisionalReference(answer.id)
}

/** undefined: it has none yet, or its municipality shows none */
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

/** A download code ends with the code: where that is not shown, the reference is the one to keep. */
function keepOf(answer: Answer, setting: PaperSetting): PaperKeep | null {
  return answer.opcionales.pdfDownloadCode
    ? keptOn(answer.id, shownCode(answer, setting), setting.words, setting.home)
    : null
}

/** The code to keep of an answer, as it stands on a paper. */
export function keptOn(id: AnswerId, code: string | undefined, words: PaperWords, home: string): PaperKeep {
  const value = codeToKeep(id, code)
  const name = value === provisionalReference(id) ? words.reference : words.downloadCode
  return { name, value, address: home === '' ? '' : recordAddress(home, value) }
}

function letterheadOf(answer: Answer, settings: PdfSettings | undefined, chosen: ChosenLook | undefined): Letterhead {
  return {
    logo: chosen === undefined ? logoOf(settings) : chosen.portablePrint ? null : chosen.logo,
    municipality: settings?.municipalityName ?? answer.municipioInfo.nombre,
    information: settings?.additionalInformation ?? '',
  }
}

function logoOf(settings: PdfSettings | undefined): PaperLogo | null {
  const image = settings?.logoChecked === true ? imageOfForm(settings.logo) : null
  if (settings === undefined || image === null) return null
  const { text = '', location, logoWidth: width, logoHeight: height } = settings
  return { image, text, location, width, height }
}

/** null: there is none, or it is elsewhere, where asking for it would be seen */
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
