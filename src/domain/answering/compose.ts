import { markCitizenSource } from '../citizens/registered.ts'
import type { Answer } from '../answers/documents/answer.ts'
import type { AnsweredSection } from '../templates/documents/section.ts'
import type { FormTemplate } from '../templates/documents/template.ts'
import type { State } from '../templates/documents/states.ts'
import type { StoredFile } from '../files/documents/stored-file.ts'
import type { SignatureConfig, StoredSignature } from '../templates/documents/signature.ts'
import type { User } from '../users/documents/user.ts'
import { toSafeFileName } from '../kernel/file-names.ts'
import type { Instant } from '../kernel/instant.ts'
import { toInstant, toMilliseconds } from '../kernel/moments.ts'
import { isGuest } from '../kernel/author.ts'
import { ANONYMOUS_NAME } from '../kernel/limits.ts'
import { buildDownloadCode } from '../codes/codes.ts'
import type { SubmitMutation } from './submission.ts'
import { toAnsweredQuestion, type FilesByHash } from './compose-question.ts'
import { toAddress } from '../kernel/address.ts'
import type { RowId } from '../kernel/row-ids.ts'
import type { AnswerValues } from '../answers/documents/values.ts'
import { findCheckedConditions, findFilledRows, listQuestionsInRow, listAskedRowIds } from './walk.ts'

/** Facts for composing an answer that do not come from its author. */
export type ComposeFacts = {
  /** answer code; empty for held answers, and on devices until assigned by the server */
  readonly code: string
  readonly now: Instant
  /** null: the public */
  readonly author: Author | null
  /**
   * files by hash, as determined by the server; for files that are not in the map, the type claimed by the device is
   * used
   */
  readonly files?: ReadonlyMap<string, { readonly type: string }>
  /** true if the municipality's management system runs on AWS */
  readonly usarAWS?: boolean
}
type Author = Pick<User, 'id' | 'email' | 'userMuniCore' | 'firstName' | 'lastName' | 'inspectorID'>

/**
 * Builds the stored answer document from a submission and its template version, because submissions contain only
 * values. Pure function: server and device build the same document. The submission must have passed `checkSubmission`.
 */
export function composeAnswer(template: FormTemplate, submit: SubmitMutation, facts: ComposeFacts): Answer {
  const { author, code, now } = facts
  const files = toStoredFiles(submit, facts)
  const filesByHash: FilesByHash = new Map(files.map((file) => [file.sha256, file]))
  const created = computeCreationTime(submit, template, now)
  const userName = author === null ? ANONYMOUS_NAME : author.email || author.userMuniCore
  const states = buildInitialStates(template, submit, created, userName)
  const signatures = composeSignatures(template, submit, filesByHash)
  const { citizen, persona, location, portal } = submit.header
  const muniCore = composeMuniCore(template, submit, states, facts)
  const downloadCode = template.opcionales.pdfDownloadCode ? buildDownloadCode(submit.answer, code) : undefined
  return {
    ...pickAlternativeTitles(template),
    id: submit.answer,
    electronicSignature: submit.answer,
    idPlantilla: template.id,
    formTitle: template.titulo,
    titulo: template.titulo,
    descripcion: template.descripcion,
    codigoMunicipio: code,
    ...(submit.returned === undefined || isGuest(submit.author) ? {} : { earlierCodes: submit.returned.codes }),
    ...(downloadCode === undefined ? {} : { pdfDownloadCode: downloadCode }),
    fechaCreacion: created,
    lastUpdate: now,
    creadoPor: userName,
    firstName: author?.firstName ?? '',
    lastName: author?.lastName ?? '',
    inspectorID: author?.inspectorID ?? '',
    ...(citizen === undefined ? {} : { datosCiudadano: markCitizenSource(citizen, portal !== undefined) }),
    ...(persona === undefined ? {} : { persona }),
    ...(location === undefined ? {} : { ubicacion: location }),
    secciones: composeSections(template, submit.content, filesByHash),
    signatures,
    areas: template.areas,
    areaInfo: template.areaInfo,
    municipioInfo: template.municipioInfo,
    opcionales: template.opcionales,
    ...(Object.keys(muniCore).length === 0 ? {} : { muniCore }),
    ...(portal === undefined ? {} : { portalCiudadanoData: portal }),
    ...(states === undefined ? {} : { estados: states }),
    requestsForChanges: [],
    answersWithCorrections: [],
    editsBySupervisor: [],
    payments: [],
    ...(template.headerImageURL === undefined ? {} : { headerImageURL: template.headerImageURL }),
    ...(template.customizedVoucherText === undefined ? {} : { customizedVoucherText: template.customizedVoucherText }),
    ...(template.appointmentGroup === undefined
      ? {}
      : { appointmentGroup: { tenantUniqueName: template.appointmentGroup.tenantUniqueName } }),
    version: 1,
    templateVersion: template.version,
    authorId: submit.author as Answer['authorId'],
    receivedAt: now,
    files,
    conflicts: [],
  }
}

/**
 * Time the answer was saved: the device clock corrected by its measured offset, limited to the range from the form's
 * creation to now. If the offset was never measured and the time is before the form's creation, the clock is ignored,
 * because the time of arrival is a better estimate.
 */
export function computeCreationTime(
  submit: Pick<SubmitMutation, 'clock' | 'offset'>,
  template: FormTemplate,
  now: Instant,
): Instant {
  const claimed = toMilliseconds(submit.clock) + (submit.offset ?? 0)
  const [earliest, latest] = [toMilliseconds(template.timeStamp), toMilliseconds(now)]
  if (submit.offset === null && claimed < earliest) return now
  return toInstant(Math.min(Math.max(claimed, earliest), latest))
}

function toStoredFiles(submit: SubmitMutation, { files }: ComposeFacts): readonly StoredFile[] {
  return submit.files.map(({ sha256, bytes, type, name }) => ({
    url: `/api/answers/${submit.answer}/files/${sha256}`,
    sha256,
    bytes,
    type: files?.get(sha256)?.type ?? type,
    name: toSafeFileName(name),
  }))
}

/** Sections of an answer document: those of the version, with values in the specification's fields. */
export function composeSections(
  template: FormTemplate,
  content: AnswerValues,
  files: FilesByHash,
): readonly AnsweredSection[] {
  const filled = findFilledRows(Object.keys(content.values))
  return template.secciones.map((section) => answerSection(section, content, files, filled.get(section.orden)))
}

function answerSection(
  section: FormTemplate['secciones'][number],
  content: AnswerValues,
  files: FilesByHash,
  filled: ReadonlySet<RowId> | undefined,
): AnsweredSection {
  const { orden, repetible } = section
  if (section.conditionalSection) {
    const checked = findCheckedConditions(section, content)
    const conditions = section.conditions.map((condition) => ({
      ...condition,
      checked: checked.includes(condition.order),
      questions: condition.questions.map((question) => {
        const address = toAddress({ section: orden, question: question.orden, condition: condition.order, row: null })
        return toAnsweredQuestion(question, content.values[address], files)
      }),
    }))
    return { ...section, conditions }
  }
  const composeRow = (row: RowId | null, index = 0): AnsweredSection['preguntas'] =>
    listQuestionsInRow(section, row).map(({ address, question }) => {
      const value = content.values[address]
      const answered = toAnsweredQuestion(question, value, files)
      // Unanswered questions remain the same objects as in the version, so that stores that save differences write
      // nothing for them.
      if (!repetible || value === undefined) return answered
      return { ...answered, repetible, sectionOrder: orden, ...(row === null ? {} : { rowIndex: index, rowId: row }) }
    })
  // Empty rows do not copy their questions, because a few bytes can request many rows.
  const rows = listAskedRowIds(section, content).map((row, index) => ({
    orden: index,
    rowId: row,
    preguntas: filled?.has(row) === true ? composeRow(row, index) : [],
  }))
  return { ...section, preguntas: composeRow(null), seccionesRepetibles: rows }
}

function buildInitialStates(
  template: FormTemplate,
  submit: SubmitMutation,
  date: Instant,
  userName: string,
): Answer['estados'] {
  const { disponibles, inicial } = template.estados
  const actual = submit.header.state ?? inicial ?? disponibles[0]?.id
  const state = disponibles.find((eachState: State) => eachState.id === actual)
  if (state === undefined) return undefined
  const first = { date, userName, stateId: state.id, stateName: state.nombre, initial: true }
  return { ...template.estados, actual: state.id, history: [first] }
}

function composeSignatures(
  template: FormTemplate,
  submit: SubmitMutation,
  files: FilesByHash,
): readonly StoredSignature[] {
  if (!template.opcionales.digitalSignature) return []
  return template.signatures.map((requestedSignature) => {
    const signed = submit.header.signatures.find(
      (signature) => signature.indexSignature === requestedSignature.indexSignature,
    )
    const image = signed === undefined ? undefined : files.get(signed.image)
    if (signed === undefined || image === undefined) return requestedSignature
    const names = { firstName: signed.firstName, lastName: signed.lastName }
    const capacity =
      signed.title === requestedSignature.title ? requestedSignature : removeTranslations(requestedSignature)
    return { ...capacity, title: signed.title, names, imgURL: image.url, imgID: image.sha256 }
  })
}

/**
 * Returns the answer's links to the management system. If states have their own incident types, uses the type of the
 * answer's state.
 */
function composeMuniCore(
  { muniCore }: FormTemplate,
  { header }: SubmitMutation,
  states: Answer['estados'],
  { usarAWS }: ComposeFacts,
): NonNullable<Answer['muniCore']> {
  const idTipoIncidente =
    states?.disponibles.find(({ id }) => id === states.actual)?.idTipoIncidente ?? muniCore?.idTipoIncidente
  return {
    ...(muniCore?.areaId === undefined ? {} : { areaId: muniCore.areaId }),
    ...(idTipoIncidente === undefined ? {} : { idTipoIncidente }),
    ...(usarAWS === true ? { usarAWS } : {}),
    ...(header.identifier === undefined ? {} : { idIdentificador: header.identifier }),
  }
}

/** Signature configuration without translations, for a signatory who gave another title than the form's. */
function removeTranslations(signature: SignatureConfig): SignatureConfig {
  const { title, typeOfSignature, tipeOfSignatory, indexSignature, required } = signature
  return { title, typeOfSignature, tipeOfSignatory, indexSignature, required }
}

/** Titles and descriptions in other languages, under the template's field names. */
function pickAlternativeTitles(template: FormTemplate): Partial<Answer> {
  const alternatives = Object.entries(template).filter(([name]) =>
    /^(?:titulo|descripcion)AlternativeLanguage_/.test(name),
  )
  return Object.fromEntries(alternatives)
}
