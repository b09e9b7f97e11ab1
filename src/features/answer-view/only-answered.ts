import { valueOf } from '#domain/answering/index.ts'
import {
  DATA_TYPE,
  QUESTION_TYPE,
  type AnsweredQuestion,
  type Question,
  formatValue,
  hasFiles,
} from '#domain/questions/index.ts'
import type { AnsweredSection } from '#domain/templates/index.ts'

/** @returns those that were answered, and of the headings between them those that stand over one */
export function answeredOf(questions: readonly AnsweredQuestion[]): readonly AnsweredQuestion[] {
  return questions.filter((question, index) => {
    if (!isHeading(question)) return isAnswered(question)
    const behind = questions.slice(index + 1)
    const end = behind.findIndex(isHeading)
    return behind.slice(0, end < 0 ? behind.length : end).some(isAnswered)
  })
}

/** Whether something of the section was answered, in its rows, too; a condition that was checked is an answer. */
export function hasAnswers({
  conditionalSection,
  conditions,
  preguntas,
  seccionesRepetibles,
}: AnsweredSection): boolean {
  return conditionalSection
    ? conditions.some(({ checked }) => checked)
    : [preguntas, ...seccionesRepetibles.map((row) => row.preguntas)].some((one) => one.some(isAnswered))
}

function isAnswered(question: AnsweredQuestion): boolean {
  const value = valueOf(question) ?? undefined
  return hasFiles(value) || formatValue(question, value) !== ''
}

function isHeading({ tipoPregunta, tipoDato }: Pick<Question, 'tipoPregunta' | 'tipoDato'>): boolean {
  return tipoPregunta === QUESTION_TYPE.OPEN && tipoDato === DATA_TYPE.TITLE
}
