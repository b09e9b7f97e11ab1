import type { RequestStatus } from '../corrections/request-status.ts'
import type { Answer } from './documents/answer.ts'
import { formatRecipientName } from './documents/recipient.ts'
import { findPaymentStatus } from '../payments/payment-status.ts'
import { listStatesToDecide } from './states-that-lead-on.ts'
import type { AnswerListItem, AnswerSummary, OlderAnswer, StateOptions } from './answers-api.ts'

/**
 * Summary without the answer's name. The name needs the code of all question types, which pages do not load at start.
 */
export function buildNamelessSummary(answer: Answer): AnswerSummary {
  const {
    id,
    codigoMunicipio,
    fechaCreacion,
    receivedAt,
    lastUpdate,
    creadoPor,
    firstName,
    lastName,
    estados,
    ubicacion,
  } = answer
  const payment = findPaymentStatus(answer)
  const refunded = answer.payments?.at(-1)?.refunded
  return {
    id,
    codigoMunicipio,
    fechaCreacion,
    receivedAt,
    lastUpdate,
    creadoPor,
    firstName,
    lastName,
    destinatario: formatRecipientName(answer),
    estado: estados?.disponibles[estados.actual]?.nombre ?? null,
    ...(ubicacion === undefined ? {} : { ubicacion }),
    ...(payment === null ? {} : { pago: payment }),
    ...(refunded === undefined ? {} : { refunded }),
    conflicts: countOpenConflicts(answer),
  }
}

/**
 * Summary that a device keeps of an older answer instead of the full answer. It has no name, unlike the server's
 * summary.
 */
export function summariseOlderAnswer(answer: Answer): OlderAnswer {
  return { ...buildNamelessSummary(answer), template: answer.idPlantilla }
}

export function countOpenConflicts({ conflicts }: Pick<Answer, 'conflicts'>): number {
  return conflicts.filter((conflict) => conflict.resolved === undefined).length
}

/**
 * Summary of an answer and the fields that decide who may read it. Stored separately, because answers may be megabytes
 * long.
 */
export type ListedAnswer = {
  readonly idPlantilla: Answer['idPlantilla']
  readonly titulo: string
  readonly summary: AnswerSummary
  /** missing when the form has no states */
  readonly standing?: StateOptions
  /** set when its state counts as solved (`listStatesToDecide`) */
  readonly solved?: true
  /** status of the change requests; missing when there are none */
  readonly request?: RequestStatus
  /** ID numbers of payers in the form of `toComparableIdNumber`; missing without an order */
  readonly payers?: readonly string[]
} & Pick<Answer, 'areas' | 'authorId' | 'datosCiudadano' | 'portalCiudadanoData' | 'requestsForChanges'>

/** Fields of a listed answer about its state. */
export function pickStateFields(estados: Answer['estados']): Pick<ListedAnswer, 'standing' | 'solved'> {
  if (estados === undefined) return {}
  const leadsOn = listStatesToDecide(estados).some(({ id }) => id === estados.actual)
  return { standing: toStanding(estados), ...(leadsOn ? {} : { solved: true }) }
}

/** Current state of an answer and the states that may follow. */
function toStanding({ actual, disponibles }: NonNullable<Answer['estados']>): StateOptions {
  const may = new Set(disponibles[actual]?.transiciones)
  return { actual, next: disponibles.filter(({ id }) => may.has(id)).map(({ id, nombre }) => ({ id, nombre })) }
}

export function toAnswerListItem({ summary, standing }: Pick<ListedAnswer, 'summary' | 'standing'>): AnswerListItem {
  return { ...summary, standing: standing ?? null }
}

/**
 * Checks whether a user has to decide about an answer: a conflict is open, or its state is not solved and has next
 * states.
 */
export function waitsForDecision({
  summary,
  standing,
  solved,
}: Pick<ListedAnswer, 'standing' | 'solved'> & { readonly summary: Pick<AnswerSummary, 'conflicts'> }): boolean {
  return summary.conflicts > 0 || (standing !== undefined && standing.next.length > 0 && solved !== true)
}
