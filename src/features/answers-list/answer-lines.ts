import { formatAnswerName, composeSections, buildQuestionCells } from '#domain/answering/index.ts'
import {
  formatRecipientName,
  buildAnswerWords,
  toListedAnswer,
  pickStateFields,
  type AnswerListItem,
  type AnswerSummary,
  type FilterableAnswer,
  type StateOptions,
} from '#domain/answers/index.ts'
import type { PaymentStatus } from '#domain/payments/index.ts'
import type { AnsweredSection, FormTemplate } from '#domain/templates/index.ts'
import type { LatLng } from '#domain/places/index.ts'
import { limitCombiningMarks, type AnswerId, type AreaPath, type Instant, type UserId } from '#domain/kernel/index.ts'
import type { DeliveryState, Profile } from '#domain/sync/index.ts'
import type { LocalAnswer } from '#local/index.ts'

/** A line of the table, from this device or the server. */
export type AnswerTableRow = {
  readonly id: AnswerId
  /** code of the answer; empty until assigned by the server */
  readonly code: string
  readonly addressee: string
  /** citizen or subject; empty if unknown */
  readonly name: string
  readonly at: Instant
  readonly author: string
  /** name of the current state; null if the form has no states */
  readonly state: string | null
  /** payment status; null if no payment is required */
  readonly payment: PaymentStatus | null
  /** how much of the payment was refunded; undefined if nothing */
  readonly refunded: AnswerSummary['refunded']
  /** whether all required questions are answered; false if unknown */
  readonly isComplete: boolean
  /** delivery state; undefined if this device did not send the answer */
  readonly delivery: DeliveryState | undefined
  /** current state and possible next states; null if the form has none or this device does not know them */
  readonly standing: StateOptions | null
  readonly updatedAt: Instant
  /** location; undefined if there is none */
  readonly place: LatLng | undefined
  /** data for filtering on this device; undefined if already filtered by the server */
  readonly fitting: FilterableAnswer | undefined
  /** area, for filters on this device; undefined if unknown */
  readonly area: AreaPath | undefined
  /** answered questions, for filters on this device; undefined if unknown */
  readonly sections: (() => readonly AnsweredSection[]) | undefined
  /** values of the given questions (`buildQuestionCells`); undefined if unknown on this device */
  readonly cellsFor: (keys: readonly string[], language: string) => AnswerListItem['cells']
}

/**
 * Whether the server's lists lack the answer, as far as this device knows: it is not sent yet, or is refused or held.
 */
export function isMissingInServerLists(answer: LocalAnswer): boolean {
  return answer.delivery !== undefined && answer.delivery.kind !== 'received'
}

/** Whether this account created the answer, on this or another device. */
export function isOwnAnswer({ submit, answer }: Pick<LocalAnswer, 'submit' | 'answer'>, account: UserId): boolean {
  return answer === undefined ? submit !== undefined : answer.authorId === account
}

export function toLineFromSummary(
  summary: AnswerSummary & Partial<Pick<AnswerListItem, 'standing' | 'cells'>>,
  delivery?: DeliveryState,
  fitting?: FilterableAnswer,
  {
    area,
    sections,
    cellsFor = () => summary.cells,
  }: Partial<Pick<AnswerTableRow, 'area' | 'sections' | 'cellsFor'>> = {},
): AnswerTableRow {
  return {
    id: summary.id,
    code: summary.codigoMunicipio,
    addressee: limitCombiningMarks(summary.destinatario),
    name: limitCombiningMarks(summary.nombre ?? summary.destinatario),
    at: summary.fechaCreacion,
    author: `${summary.firstName} ${summary.lastName}`.trim() || summary.creadoPor,
    state: summary.estado,
    payment: summary.pago ?? null,
    refunded: summary.refunded,
    isComplete: summary.complete === true,
    delivery,
    standing: summary.standing ?? null,
    updatedAt: summary.lastUpdate,
    place: summary.ubicacion?.latlng,
    fitting,
    area,
    sections,
    cellsFor,
  }
}

/** @param template the answered version, for the state's name; undefined if not on the device */
export function toLineFromLocal(
  answer: LocalAnswer,
  template: FormTemplate | undefined,
  profile: Profile,
): AnswerTableRow {
  const sections = memoise(() => buildSections(answer, template))
  // The questions of an unsent answer are unknown if its form version is not on this device.
  const isReadable = answer.answer !== undefined || template !== undefined
  const fitting = buildFilterData(answer, template, profile, sections)
  const { summary, standing } = fitting
  return toLineFromSummary({ ...summary, ...(standing === undefined ? {} : { standing }) }, answer.delivery, fitting, {
    area: (answer.answer ?? template)?.areas[0],
    sections: isReadable ? sections : undefined,
    cellsFor: (keys, language) => (isReadable ? buildQuestionCells(sections(), keys, language) : undefined),
  })
}

function buildSections(
  { answer, submit }: LocalAnswer,
  template: FormTemplate | undefined,
): readonly AnsweredSection[] {
  if (answer !== undefined) return answer.secciones
  if (submit === undefined || template === undefined) return []
  const files = new Map(submit.files.map((file) => [file.sha256, { ...file, url: '' }]))
  return composeSections(template, submit.content, files)
}

/** Filter data for the answer, computed by the rules of the server. */
function buildFilterData(
  answer: LocalAnswer,
  template: FormTemplate | undefined,
  profile: Profile,
  sections: () => readonly AnsweredSection[],
): FilterableAnswer {
  const wholeAnswer = answer.answer
  if (wholeAnswer !== undefined)
    return { ...toListedAnswer(wholeAnswer), words: memoise(() => buildAnswerWords(wholeAnswer)) }
  const { id, at, delivery, submit } = answer
  const { firstName, lastName, email } = profile
  const { citizen, location } = submit?.header ?? {}
  const states = template?.estados
  const state = states?.disponibles.find((eachState) => eachState.id === (submit?.header.state ?? states.inicial))
  const name = submit === undefined ? '' : formatAnswerName(template, submit)
  const summary: AnswerSummary = {
    id,
    codigoMunicipio: delivery?.kind === 'received' ? delivery.code : '',
    fechaCreacion: at,
    receivedAt: at,
    lastUpdate: at,
    creadoPor: email,
    firstName,
    lastName,
    destinatario: formatRecipientName({ datosCiudadano: citizen, persona: submit?.header.persona }),
    ...(name === '' ? {} : { nombre: name }),
    estado: state?.nombre ?? null,
    ...(location === undefined ? {} : { ubicacion: location }),
    ...(template?.opcionales.addPaymentGateway === true ? { pago: 'Pendiente de validar' as const } : {}),
    conflicts: 0,
  }
  return {
    summary,
    words: memoise(() =>
      buildAnswerWords({
        ...summary,
        datosCiudadano: citizen,
        persona: submit?.header.persona,
        secciones: sections(),
      }),
    ),
    ...(citizen === undefined ? {} : { datosCiudadano: citizen }),
    ...(states === undefined || state === undefined ? {} : pickStateFields({ ...states, actual: state.id })),
  }
}

/** Memoises a value, because filters read it on every keystroke. */
function memoise<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** Adds answers stored only as summaries, latest first. */
export function addOlderLines(
  lines: readonly AnswerTableRow[],
  older: readonly AnswerSummary[],
): readonly AnswerTableRow[] {
  const answerIds = new Set(lines.map(({ id }) => id))
  const addedLines = older
    .filter(({ id }) => !answerIds.has(id))
    .map((summary) => toLineFromSummary(summary, undefined, { summary }))
  return [...lines, ...addedLines].toSorted((a, b) => b.at.localeCompare(a.at))
}

/** The server's page. On the first page, answers that only this device can list come before it. */
export function mergeOwnAndServerLines(
  ownLines: readonly AnswerTableRow[],
  server: readonly AnswerTableRow[],
  isFirst: boolean,
): readonly AnswerTableRow[] {
  if (!isFirst) return server
  const answerIds = new Set(server.map(({ id }) => id))
  return [...ownLines.filter(({ id }) => !answerIds.has(id)), ...server]
}
