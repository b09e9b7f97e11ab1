import type { RequestStatus } from '../corrections/request-status.ts'
import type { Answer } from './documents/answer.ts'
import { recipientOf } from './documents/recipient.ts'
import { paymentStatusOf } from '../payments/payment-status.ts'
import { statesThatLeadOn } from './states-that-lead-on.ts'
import type { AnswersLine, AnswerSummary, OlderAnswer, Standing } from './answers-api.ts'

/** What a list says of an answer without its name, which takes every kind of question: no page loads these at start. */
export function namelessSummaryOf(answer: Answer): AnswerSummary {
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
  const payment = paymentStatusOf(answer)
  return {
    id,
    codigoMunicipio,
    fechaCreacion,
    receivedAt,
    lastUpdate,
    creadoPor,
    firstName,
    lastName,
    destinatario: recipientOf(answer),
    estado: estados?.disponibles[estados.actual]?.nombre ?? null,
    ...(ubicacion === undefined ? {} : { ubicacion }),
    ...(payment === null ? {} : { pago: payment }),
    conflicts: openConflictsOf(answer),
  }
}

/** What is left of an answer that a device no longer keeps whole; named only where the server has named it. */
export function olderAnswerOf(answer: Answer): OlderAnswer {
  return { ...namelessSummaryOf(answer), template: answer.idPlantilla }
}

export function openConflictsOf({ conflicts }: Pick<Answer, 'conflicts'>): number {
  return conflicts.filter((conflict) => conflict.resolved === undefined).length
}

/** An answer's line in a list, and what says who may read it. Kept beside the answer, which may be megabytes. */
export type ListedAnswer = {
  readonly idPlantilla: Answer['idPlantilla']
  readonly titulo: string
  readonly summary: AnswerSummary
  /** missing without states */
  readonly standing?: Standing
  /** its state leads only back (`statesThatLeadOn`); missing otherwise */
  readonly solved?: true
  /** missing where nothing is asked of the citizen, and nothing was that waits to be approved */
  readonly request?: RequestStatus
  /** ID numbers of its payers as `comparableIdNumber` has them; missing without an order */
  readonly payers?: readonly string[]
} & Pick<Answer, 'areas' | 'authorId' | 'datosCiudadano' | 'portalCiudadanoData' | 'requestsForChanges'>

/** Where an answer with these states stands, as its lists know it. */
export function standIn(estados: Answer['estados']): Pick<ListedAnswer, 'standing' | 'solved'> {
  if (estados === undefined) return {}
  const leadsOn = statesThatLeadOn(estados).some(({ id }) => id === estados.actual)
  return { standing: standingOf(estados), ...(leadsOn ? {} : { solved: true }) }
}

/** Where an answer stands, and the states that may follow. */
export function standingOf({ actual, disponibles }: NonNullable<Answer['estados']>): Standing {
  const may = new Set(disponibles[actual]?.transiciones)
  return { actual, next: disponibles.filter(({ id }) => may.has(id)).map(({ id, nombre }) => ({ id, nombre })) }
}

export function lineOf({ summary, standing }: Pick<ListedAnswer, 'summary' | 'standing'>): AnswersLine {
  return { ...summary, standing: standing ?? null }
}

/** Whether a person has to decide something: which state follows where one leads on, or which of two changes stands. */
export function waitsForDecision({
  summary,
  standing,
  solved,
}: Pick<ListedAnswer, 'standing' | 'solved'> & { readonly summary: Pick<AnswerSummary, 'conflicts'> }): boolean {
  return summary.conflicts > 0 || (standing !== undefined && standing.next.length > 0 && solved !== true)
}
