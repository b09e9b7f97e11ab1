import type { QuestionValue } from '../answers/documents/values.ts'
import { DATA_TYPE, QUESTION_TYPE } from './documents.ts'
import { attachmentsOf, hasAttachment } from './attachments.ts'
import type { Question } from './codec.ts'
import { inputsOf } from './question-types/combined.ts'
import { inputCodecFor } from './question-types/input.ts'
import { dataCodecFor } from './data-types.ts'
import { codecFor } from './question-types.ts'

/**
 * Whether a question has all that it requires (part 2, point 5; part 3, point 5).
 *
 *     required  takes an attachment  wanted
 *     no        either               nothing
 *     yes       no                   an answer, blank text being none; of a heading or a link nothing
 *     yes       yes                  one of the attachments; the answer itself is then free
 *
 * A combined question's own inputs may be required, whether or not the question is.
 */
export function isComplete(question: Question, value: QuestionValue | undefined): boolean {
  const given = value ?? {}
  if (lacksRequiredInput(question, given)) return false
  if (!question.required) return true
  if (attachmentsOf(question).length > 0) return hasAttachment(given)
  return !takesAnswer(question) || codecFor(question).isAnswered(given, question)
}

/** Whether a person can answer it otherwise than by an attachment: headings and links only show something. */
export function takesAnswer(question: Pick<Question, 'tipoPregunta' | 'tipoDato'>): boolean {
  if (question.tipoPregunta !== QUESTION_TYPE.OPEN) return true
  return dataCodecFor(question).holds !== 'none'
}

/** Whether the photo is the answer, and the text only a note to it. */
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
  return inputsOf(question).some((input) => {
    const inner = value.combined?.[String(input.orden)] ?? {}
    return input.required && !inputCodecFor(input).isAnswered(inner, input)
  })
}
