import { DATA_TYPE, type Question, QUESTION_TYPE } from './documents.ts'
import type { QuestionValue } from '../answers/documents/values.ts'

/** The day and the time of day on a device, as answers keep them: `2026-11-30` and `09:05`. */
export type Present = { readonly date: string; readonly time: string }

type Kind = Pick<Question, 'tipoPregunta' | 'tipoDato'>

/** Whether the mark `empiezaAhora` means something here: on a date or a time. */
export function mayStartNow({ tipoPregunta, tipoDato }: Kind): boolean {
  return tipoPregunta === QUESTION_TYPE.OPEN && (tipoDato === DATA_TYPE.DATE || tipoDato === DATA_TYPE.TIME)
}

/** With what a question starts where its author wants the present; undefined: it starts empty. */
export function presentValue(
  question: Kind & Pick<Question, 'empiezaAhora'>,
  present: Present,
): QuestionValue | undefined {
  if (question.empiezaAhora !== true || !mayStartNow(question)) return undefined
  return { respuesta: question.tipoDato === DATA_TYPE.DATE ? present.date : present.time }
}
