import { QUESTION_TYPE } from './documents.ts'
import type { Question } from './codec.ts'
import { takesAnswer } from './complete.ts'

/** Whether `nombraRespuesta` means something here: a yes or no names nothing, and a heading is not answered. */
export function mayNameAnswer(question: Pick<Question, 'tipoPregunta' | 'tipoDato'>): boolean {
  return question.tipoPregunta !== QUESTION_TYPE.BOOLEAN && takesAnswer(question)
}
