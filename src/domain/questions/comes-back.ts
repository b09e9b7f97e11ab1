import { type CombinedInput, type Question, QUESTION_TYPE } from './documents.ts'
import { acceptedAttachments } from './attachments.ts'
import { takesAnswer } from './complete.ts'
import { dataCodecFor } from './data-types.ts'
import { isPlace } from './place.ts'
import { isScanned } from './scanned.ts'

type Kind = Pick<Question, 'tipoPregunta' | 'tipoDato'>
/** Question as asked or as edited. */
type Asked = Kind &
  Pick<Question, 'adjuntar' | 'adjuntarDocumento' | 'adjuntarVideo' | 'escaneable' | 'esUbicacion' | 'seRepite'> & {
    readonly combinedQuestions?:
      | readonly ((Pick<CombinedInput, 'type'> & Kind) | { readonly type: 'text' } | { readonly type: 'break' })[]
      | undefined
  }

/** Checks whether `seRepite` applies to a question: any question that is answered by more than an attachment. */
export function mayBeReused(question: Kind): boolean {
  return takesAnswer(question)
}

/**
 * Default for reusing an answer when starting from another answer: texts and numbers are reused. Choices are
 * judgements, notes belong to their attachment, dates and times to one visit, places to one row, and codes prove
 * presence.
 */
export function isReusedByDefault(question: Asked): boolean {
  const { tipoPregunta, tipoDato } = question
  if (tipoPregunta === QUESTION_TYPE.COMBINED)
    return question.combinedQuestions?.some((item) => item.type === 'input' && isWritten(item)) === true
  const isOfOne = isScanned(question) || isPlace(question)
  return isWritten({ tipoPregunta, tipoDato }) && !isOfOne && acceptedAttachments(question).length === 0
}

/** Checks whether the answer is a text or number. */
export function isWritten(question: Kind): boolean {
  if (question.tipoPregunta !== QUESTION_TYPE.OPEN) return false
  const { holds } = dataCodecFor(question)
  return holds === 'text' || holds === 'number'
}

/** Checks whether the answer is reused: the author's setting, or the default of its kind. */
export function isReused(question: Asked): boolean {
  return question.seRepite ?? isReusedByDefault(question)
}
