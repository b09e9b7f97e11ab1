import { type CombinedInput, type Question, QUESTION_TYPE } from './documents.ts'
import { listAcceptedAttachments } from './attachments.ts'
import { acceptsAnswerValue } from './complete.ts'
import { getDataCodec } from './data-types.ts'
import { isLocationQuestion } from './place.ts'
import { isScannable } from './scanned.ts'

type Kind = Pick<Question, 'tipoPregunta' | 'tipoDato'>
/** A question, either of a template or in the form editor. */
type Asked = Kind &
  Pick<Question, 'adjuntar' | 'adjuntarDocumento' | 'adjuntarVideo' | 'escaneable' | 'esUbicacion' | 'seRepite'> & {
    readonly combinedQuestions?:
      | readonly ((Pick<CombinedInput, 'type'> & Kind) | { readonly type: 'text' } | { readonly type: 'break' })[]
      | undefined
  }

/** Checks whether `seRepite` applies to a question: any question that can be answered by more than an attachment. */
export function mayBeReused(question: Kind): boolean {
  return acceptsAnswerValue(question)
}

/**
 * Checks whether a question's value is reused by default when a new answer starts as a copy of an earlier one. Texts
 * and numbers are reused, unless they describe an attachment of the same question. Not reused: choices, which are
 * judgements; dates and times, which belong to one visit; locations; and scanned codes, which prove presence.
 */
export function isReusedByDefault(question: Asked): boolean {
  const { tipoPregunta, tipoDato } = question
  if (tipoPregunta === QUESTION_TYPE.COMBINED)
    return question.combinedQuestions?.some((item) => item.type === 'input' && isTextOrNumberQuestion(item)) === true
  const isUniquePerThing = isScannable(question) || isLocationQuestion(question)
  return (
    isTextOrNumberQuestion({ tipoPregunta, tipoDato }) &&
    !isUniquePerThing &&
    listAcceptedAttachments(question).length === 0
  )
}

/** Checks whether the question asks for a text or a number. */
export function isTextOrNumberQuestion(question: Kind): boolean {
  if (question.tipoPregunta !== QUESTION_TYPE.OPEN) return false
  const { holds } = getDataCodec(question)
  return holds === 'text' || holds === 'number'
}

/** Checks whether the question's value is reused: by the setting of the form's author, or by default. */
export function isReused(question: Asked): boolean {
  return question.seRepite ?? isReusedByDefault(question)
}
