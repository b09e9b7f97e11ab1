import { type CombinedInput, type Question, QUESTION_TYPE } from './documents.ts'
import { attachmentsOf } from './attachments.ts'
import { takesAnswer } from './complete.ts'
import { dataCodecFor } from './data-types.ts'
import { isPlace } from './place.ts'
import { isScanned } from './scanned.ts'

type Kind = Pick<Question, 'tipoPregunta' | 'tipoDato'>
/** Of a question as it is asked, or as it is edited. */
type Asked = Kind &
  Pick<Question, 'adjuntar' | 'adjuntarDocumento' | 'adjuntarVideo' | 'escaneable' | 'esUbicacion' | 'seRepite'> & {
    readonly combinedQuestions?:
      | readonly ((Pick<CombinedInput, 'type'> & Kind) | { readonly type: 'text' } | { readonly type: 'break' })[]
      | undefined
  }

/** Whether the mark `seRepite` means something here: on what is answered otherwise than by an attachment. */
export function mayComeBack(question: Kind): boolean {
  return takesAnswer(question)
}

/**
 * Whether the answer comes back where an answer starts like another, if the author says nothing: what is written does,
 * a text or a number. What is chosen is a verdict, what stands beside an attachment tells of it, a date or a time is of
 * one visit, a place is of one row, and a code proves that someone stood before the thing.
 */
export function comesBackByKind(question: Asked): boolean {
  const { tipoPregunta, tipoDato } = question
  if (tipoPregunta === QUESTION_TYPE.COMBINED)
    return question.combinedQuestions?.some((item) => item.type === 'input' && isWritten(item)) === true
  const isOfOne = isScanned(question) || isPlace(question)
  return isWritten({ tipoPregunta, tipoDato }) && !isOfOne && attachmentsOf(question).length === 0
}

/** Whether a text or a number answers it. */
export function isWritten(question: Kind): boolean {
  if (question.tipoPregunta !== QUESTION_TYPE.OPEN) return false
  const { holds } = dataCodecFor(question)
  return holds === 'text' || holds === 'number'
}

/** What the author says of it, or else what its kind says. */
export function comesBack(question: Asked): boolean {
  return question.seRepite ?? comesBackByKind(question)
}
