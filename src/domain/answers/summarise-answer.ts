import { truncateAnswerName, formatReceivedAnswerName } from '../answering/answer-name.ts'
import { isIncomplete } from '../corrections/incomplete.ts'
import { computeRequestStatus } from '../corrections/request-status.ts'
import type { Answer } from './documents/answer.ts'
import type { AnsweredQuestion } from '../questions/documents.ts'
import type { AnsweredSection } from '../templates/documents/section.ts'
import type { Citizen } from '../citizens/documents/citizen.ts'
import { toComparableIdNumber } from '../kernel/index.ts'
import { buildNamelessSummary, pickStateFields, type ListedAnswer } from './summaries.ts'
import type { AnswerSummary } from './answers-api.ts'

/**
 * Summary with the answer's name. In a separate file, because list pages must load neither the wire schemas nor the
 * naming code.
 */
export function summariseAnswer(answer: Answer): AnswerSummary {
  const complete = hasAllParts(answer) && !isIncomplete(answer)
  const summary = { ...buildNamelessSummary(answer), ...(complete ? { complete } : {}) }
  const nombre = formatReceivedAnswerName(answer)
  return nombre === '' || nombre === truncateAnswerName(summary.destinatario) ? summary : { ...summary, nombre }
}

/**
 * Checks whether a stored document has all fields. Documents of earlier releases may lack fields, so their
 * completeness is unknown.
 */
function hasAllParts({ opcionales, signatures, secciones, datosCiudadano }: Partial<Answer>): boolean {
  const citizen: Partial<Citizen> | undefined = datosCiudadano
  return (
    (citizen === undefined || CITIZEN_TEXTS.every((name) => citizen[name] !== undefined)) &&
    opcionales !== undefined &&
    signatures !== undefined &&
    secciones !== undefined &&
    secciones.every(({ conditions, preguntas, seccionesRepetibles }: Partial<AnsweredSection>) => {
      if (conditions === undefined || preguntas === undefined || seccionesRepetibles === undefined) return false
      const questions = [...preguntas, ...conditions.flatMap((condition) => condition.questions)]
      return questions.every(({ opciones }: Partial<AnsweredQuestion>) => opciones !== undefined)
    })
  )
}

const CITIZEN_TEXTS = ['dni', 'cuit', 'nombre', 'apellido', 'email', 'telefono', 'calle'] as const

/** ID numbers of payers. Documents of earlier releases may have no list of payments. */
function listPayerIdNumbers({ payments = [] }: Partial<Pick<Answer, 'payments'>>): readonly string[] {
  return payments.map(({ payOrder }) => toComparableIdNumber(payOrder.dni)).filter((id) => id !== '')
}

export function toListedAnswer(answer: Answer): ListedAnswer {
  const { idPlantilla, titulo, areas, authorId, datosCiudadano, portalCiudadanoData } = answer
  const payers = listPayerIdNumbers(answer)
  return {
    idPlantilla,
    titulo,
    summary: summariseAnswer(answer),
    ...pickStateFields(answer.estados),
    ...(answer.requestsForChanges.length === 0 ? {} : { request: computeRequestStatus(answer) }),
    ...(payers.length === 0 ? {} : { payers }),
    areas,
    authorId,
    ...(datosCiudadano === undefined ? {} : { datosCiudadano }),
    ...(portalCiudadanoData === undefined ? {} : { portalCiudadanoData }),
    // Left empty. Change requests are needed only to check the access of citizens, who have no lists of answers.
    requestsForChanges: [],
  }
}
