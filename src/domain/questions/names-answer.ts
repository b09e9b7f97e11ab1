import { QUESTION_TYPE } from './documents.ts'
import type { Question } from './codec.ts'
import { acceptsAnswerValue } from './complete.ts'

/** Checks whether `nombraRespuesta` applies to a question: all except yes/no questions, headings and links. */
export function mayNameAnswer(question: Pick<Question, 'tipoPregunta' | 'tipoDato'>): boolean {
  return question.tipoPregunta !== QUESTION_TYPE.BOOLEAN && acceptsAnswerValue(question)
}
