import { inLine, receivedName } from '../answering/answer-name.ts'
import { requestStatusOf } from '../corrections/request-status.ts'
import type { Answer } from '../documents/index.ts'
import { comparableIdNumber } from '../kernel/index.ts'
import { namelessSummaryOf, standIn, type ListedAnswer } from './answer-summaries.ts'
import type { AnswerSummary } from './answers-api.ts'

/** In a file of its own: a page that lists answers loads neither every schema of the wire nor what names answers. */
export function summaryOf(answer: Answer): AnswerSummary {
  const summary = namelessSummaryOf(answer)
  const nombre = receivedName(answer)
  return nombre === '' || nombre === inLine(summary.destinatario) ? summary : { ...summary, nombre }
}

/** Documents of earlier releases may have no list of payments. */
function payersOf({ payments = [] }: Partial<Pick<Answer, 'payments'>>): readonly string[] {
  return payments.map(({ payOrder }) => comparableIdNumber(payOrder.dni)).filter((id) => id !== '')
}

export function listedAnswerOf(answer: Answer): ListedAnswer {
  const { idPlantilla, titulo, areas, authorId, datosCiudadano, portalCiudadanoData } = answer
  const request = requestStatusOf(answer)
  const payers = payersOf(answer)
  return {
    idPlantilla,
    titulo,
    summary: summaryOf(answer),
    ...standIn(answer.estados),
    ...(request === 'approved' ? {} : { request }),
    ...(payers.length === 0 ? {} : { payers }),
    areas,
    authorId,
    ...(datosCiudadano === undefined ? {} : { datosCiudadano }),
    ...(portalCiudadanoData === undefined ? {} : { portalCiudadanoData }),
    // Of concern to citizens alone, who have no lists.
    requestsForChanges: [],
  }
}
