import type { QuestionValue } from '../answers/documents/values.ts'
import { DATA_TYPE, QUESTION_TYPE } from './documents.ts'
import { listAcceptedAttachments, hasAttachment } from './attachments.ts'
import type { Question } from './codec.ts'
import { listCombinedInputs } from './question-types/combined.ts'
import { getInputCodec } from './question-types/input.ts'
import { getDataCodec } from './data-types.ts'
import { getQuestionCodec } from './question-types.ts'

/**
 * Checks whether a question is complete (part 2, point 5; part 3, point 5).
 *
 * | required | accepts an attachment | needed |
 * |---|---|---|
 * | no | either | nothing |
 * | yes | no | an answer that is not blank; nothing for headings and links |
 * | yes | yes | an attachment; the answer itself is optional |
 *
 * Inputs of a combined question can be required independently of the question.
 */
export function isComplete(question: Question, value: QuestionValue | undefined): boolean {
  const givenValue = value ?? {}
  if (lacksRequiredInput(question, givenValue)) return false
  if (!question.required) return true
  if (listAcceptedAttachments(question).length > 0) return hasAttachment(givenValue)
  return !acceptsAnswerValue(question) || getQuestionCodec(question).isAnswered(givenValue, question)
}

/** Checks whether a question can be answered by more than an attachment; false for headings and links. */
export function acceptsAnswerValue(question: Pick<Question, 'tipoPregunta' | 'tipoDato'>): boolean {
  if (question.tipoPregunta !== QUESTION_TYPE.OPEN) return true
  return getDataCodec(question).holds !== 'none'
}

/** Checks whether the photo is the answer, and the text only a note about the photo. */
export function isPhotoWithNote({
  tipoPregunta,
  tipoDato,
  adjuntar,
  escaneable,
  esUbicacion,
}: Pick<Question, 'tipoPregunta' | 'tipoDato' | 'adjuntar' | 'escaneable' | 'esUbicacion'>): boolean {
  const isNote = tipoPregunta === QUESTION_TYPE.OPEN && tipoDato === DATA_TYPE.STRING
  return adjuntar && escaneable !== true && esUbicacion !== true && isNote
}

function lacksRequiredInput(question: Question, value: QuestionValue): boolean {
  if (question.tipoPregunta !== QUESTION_TYPE.COMBINED) return false
  return listCombinedInputs(question).some((input) => {
    const inner = value.combined?.[String(input.orden)] ?? {}
    return input.required && !getInputCodec(input).isAnswered(inner, input)
  })
}
