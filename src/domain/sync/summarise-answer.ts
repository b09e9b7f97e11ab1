import { receivedName } from '../answering/answer-name.ts'
import { requestStatusOf } from '../corrections/request-status.ts'
import type { Answer } from '../documents/index.ts'
import { recipientOf } from '../documents/recipient.ts'
import { paymentStatusOf } from '../payments/payment-status.ts'
import { openConflictsOf, standingOf, type ListedAnswer } from './answer-summaries.ts'
import type { AnswerSummary, OlderAnswer } from './answers-api.ts'

/** In a file of its own: a page that lists answers must load neither every schema of the wire nor what names an answer. */
export function summaryOf(answer: Answer): AnswerSummary {
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
  const recipient = recipientOf(answer)
  const name = receivedName(answer)
  return {
    id,
    codigoMunicipio,
    fechaCreacion,
    receivedAt,
    lastUpdate,
    creadoPor,
    firstName,
    lastName,
    destinatario: recipient,
    ...(name === '' || name === recipient ? {} : { nombre: name }),
    estado: estados?.disponibles[estados.actual]?.nombre ?? null,
    ...(ubicacion === undefined ? {} : { ubicacion }),
    ...(payment === null ? {} : { pago: payment }),
    conflicts: openConflictsOf(answer),
  }
}

export function listedAnswerOf(answer: Answer): ListedAnswer {
  const { idPlantilla, titulo, areas, authorId, datosCiudadano, portalCiudadanoData } = answer
  const request = requestStatusOf(answer)
  return {
    idPlantilla,
    titulo,
    summary: summaryOf(answer),
    ...(answer.estados === undefined ? {} : { standing: standingOf(answer.estados) }),
    ...(request === 'approved' ? {} : { request }),
    areas,
    authorId,
    ...(datosCiudadano === undefined ? {} : { datosCiudadano }),
    ...(portalCiudadanoData === undefined ? {} : { portalCiudadanoData }),
    // Of concern to citizens alone, who have no lists.
    requestsForChanges: [],
  }
}

export function olderAnswerOf(answer: Answer): OlderAnswer {
  return { ...summaryOf(answer), template: answer.idPlantilla }
}
