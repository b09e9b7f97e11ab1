import { answerName, composeSections, questionCells } from '#domain/answering/index.ts'
import {
  recipientOf,
  answerWordsOf,
  listedAnswerOf,
  standIn,
  type AnswersLine,
  type AnswerSummary,
  type Fitting,
  type Standing,
} from '#domain/answers/index.ts'
import type { PaymentStatus } from '#domain/payments/index.ts'
import type { AnsweredSection, FormTemplate } from '#domain/templates/index.ts'
import type { LatLng } from '#domain/places/index.ts'
import type { AnswerId, Instant, UserId } from '#domain/kernel/index.ts'
import type { Delivery, Profile } from '#domain/sync/index.ts'
import type { LocalAnswer } from '#local/index.ts'

/** One line of the table, whether it comes from this device or from the server. */
export type AnswerLine = {
  readonly id: AnswerId
  /** empty until the server has given one */
  readonly code: string
  readonly addressee: string
  /** whom or what it is about; empty: nothing tells */
  readonly name: string
  readonly at: Instant
  readonly author: string
  /** name of the current state; null when the form has none */
  readonly state: string | null
  /** where its payment stands; null: nothing is asked for */
  readonly payment: PaymentStatus | null
  /** nothing is left to fill in; false also where that is not known */
  readonly isComplete: boolean
  /** undefined: this device did not send it */
  readonly delivery: Delivery | undefined
  /** where it stands, and which states may follow; null: it has none, or it is not known here */
  readonly standing: Standing | null
  readonly updatedAt: Instant
  /** where it lies; undefined: nowhere */
  readonly place: LatLng | undefined
  /** by what a filter is judged on this device; undefined: the server has judged */
  readonly fitting: Fitting | undefined
  /** what was answered to these questions (`questionCells`); undefined: it is not known here */
  readonly cellsFor: (keys: readonly string[], language: string) => AnswersLine['cells']
}

/** Not received whole by the server, as far as this device knows; a held one counts: no list of the server shows it. */
export function isUnsent(answer: LocalAnswer): boolean {
  return answer.delivery !== undefined && answer.delivery.kind !== 'received'
}

/** What this account has answered: sent from here, or from another of its devices. */
export function isOwn({ submit, answer }: Pick<LocalAnswer, 'submit' | 'answer'>, account: UserId): boolean {
  return answer === undefined ? submit !== undefined : answer.authorId === account
}

export function lineOfSummary(
  summary: AnswerSummary & Partial<Pick<AnswersLine, 'standing' | 'cells'>>,
  delivery?: Delivery,
  fitting?: Fitting,
  cellsFor: AnswerLine['cellsFor'] = () => summary.cells,
): AnswerLine {
  return {
    id: summary.id,
    code: summary.codigoMunicipio,
    addressee: summary.destinatario,
    name: summary.nombre ?? summary.destinatario,
    at: summary.fechaCreacion,
    author: `${summary.firstName} ${summary.lastName}`.trim() || summary.creadoPor,
    state: summary.estado,
    payment: summary.pago ?? null,
    isComplete: summary.complete === true,
    delivery,
    standing: summary.standing ?? null,
    updatedAt: summary.lastUpdate,
    place: summary.ubicacion?.latlng,
    fitting,
    cellsFor,
  }
}

/** @param template the version that it was filled with, for its state's name; undefined when the device lacks it */
export function lineOfLocal(answer: LocalAnswer, template: FormTemplate | undefined, profile: Profile): AnswerLine {
  const sections = once(() => sectionsOf(answer, template))
  // Without its version it is not known here what was asked.
  const isReadable = answer.answer !== undefined || template !== undefined
  const fitting = fittingOf(answer, template, profile, sections)
  const { summary, standing } = fitting
  return lineOfSummary(
    { ...summary, ...(standing === undefined ? {} : { standing }) },
    answer.delivery,
    fitting,
    (keys, language) => (isReadable ? questionCells(sections(), keys, language) : undefined),
  )
}

function sectionsOf({ answer, submit }: LocalAnswer, template: FormTemplate | undefined): readonly AnsweredSection[] {
  if (answer !== undefined) return answer.secciones
  if (submit === undefined || template === undefined) return []
  const files = new Map(submit.files.map((file) => [file.sha256, { ...file, url: '' }]))
  return composeSections(template, submit.content, files)
}

/** The answer as the server would list it. */
function fittingOf(
  answer: LocalAnswer,
  template: FormTemplate | undefined,
  profile: Profile,
  sections: () => readonly AnsweredSection[],
): Fitting {
  const whole = answer.answer
  if (whole !== undefined) return { ...listedAnswerOf(whole), words: once(() => answerWordsOf(whole)) }
  const { id, at, delivery, submit } = answer
  const { firstName, lastName, email } = profile
  const { citizen, location } = submit?.header ?? {}
  const states = template?.estados
  const state = states?.disponibles.find((one) => one.id === (submit?.header.state ?? states.inicial))
  const name = submit === undefined ? '' : answerName(template, submit)
  const summary: AnswerSummary = {
    id,
    codigoMunicipio: delivery?.kind === 'received' ? delivery.code : '',
    fechaCreacion: at,
    receivedAt: at,
    lastUpdate: at,
    creadoPor: email,
    firstName,
    lastName,
    destinatario: recipientOf({ datosCiudadano: citizen, persona: submit?.header.persona }),
    ...(name === '' ? {} : { nombre: name }),
    estado: state?.nombre ?? null,
    ...(location === undefined ? {} : { ubicacion: location }),
    ...(template?.opcionales.addPaymentGateway === true ? { pago: 'Pendiente de validar' as const } : {}),
    conflicts: 0,
  }
  return {
    summary,
    words: once(() =>
      answerWordsOf({
        ...summary,
        datosCiudadano: citizen,
        persona: submit?.header.persona,
        secciones: sections(),
      }),
    ),
    ...(citizen === undefined ? {} : { datosCiudadano: citizen }),
    ...(states === undefined || state === undefined ? {} : standIn({ ...states, actual: state.id })),
  }
}

/** What is asked for at every letter that is typed. */
function once<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** The lines with those of answers that are here as summaries only, the youngest first. */
export function withOlder(lines: readonly AnswerLine[], older: readonly AnswerSummary[]): readonly AnswerLine[] {
  const there = new Set(lines.map(({ id }) => id))
  const added = older
    .filter(({ id }) => !there.has(id))
    .map((summary) => lineOfSummary(summary, undefined, { summary }))
  return [...lines, ...added].toSorted((a, b) => b.at.localeCompare(a.at))
}

/** The server's page with this device's own on top of the first one; an answer never stands twice. */
export function merged(
  own: readonly AnswerLine[],
  server: readonly AnswerLine[],
  isFirst: boolean,
): readonly AnswerLine[] {
  if (!isFirst) return server
  const there = new Set(server.map(({ id }) => id))
  return [...own.filter(({ id }) => !there.has(id)), ...server]
}
