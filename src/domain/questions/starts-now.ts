import { DATA_TYPE, type Question, QUESTION_TYPE } from './documents.ts'
import type { QuestionValue } from '../answers/documents/values.ts'

/** Current date and time of a device in the format of answers: `2026-11-30` and `09:05`. */
export type CurrentDateTime = { readonly date: string; readonly time: string }

type Kind = Pick<Question, 'tipoPregunta' | 'tipoDato'>

/** Checks whether `empiezaAhora` applies to a question: only dates and times. */
export function mayPrefillCurrentTime({ tipoPregunta, tipoDato }: Kind): boolean {
  return tipoPregunta === QUESTION_TYPE.OPEN && (tipoDato === DATA_TYPE.DATE || tipoDato === DATA_TYPE.TIME)
}

/** Returns the initial value of a question that is prefilled with the current date or time; undefined: empty. */
export function buildCurrentTimeValue(
  question: Kind & Pick<Question, 'empiezaAhora'>,
  present: CurrentDateTime,
): QuestionValue | undefined {
  if (question.empiezaAhora !== true || !mayPrefillCurrentTime(question)) return undefined
  return { respuesta: question.tipoDato === DATA_TYPE.DATE ? present.date : present.time }
}
