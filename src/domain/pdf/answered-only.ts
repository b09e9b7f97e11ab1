import { decomposeQuestion } from '../answering/decompose.ts'
import type { AnsweredQuestion } from '../questions/documents.ts'
import type { AnsweredSection } from '../templates/documents/section.ts'
import { isAnswered } from '../questions/question-value.ts'
import { acceptsAnswerValue } from '../questions/complete.ts'

/**
 * Removes unanswered questions (part 2, point 3, PDF settings). Sections that only contain headings and links are kept.
 */
export function removeUnansweredQuestions(sections: readonly AnsweredSection[]): readonly AnsweredSection[] {
  return sections.flatMap((section) => {
    const preguntas = keepAnswered(section.preguntas)
    const seccionesRepetibles = section.seccionesRepetibles
      .map((row) => ({ ...row, preguntas: keepAnswered(row.preguntas) }))
      .filter((row) => row.preguntas.length > 0)
    const conditions = section.conditions
      .filter(({ checked }) => checked)
      .map((condition) => ({ ...condition, questions: keepAnswered(condition.questions) }))
    const remaining = section.conditionalSection ? conditions.length : preguntas.length + seccionesRepetibles.length
    return remaining === 0 ? [] : [{ ...section, preguntas, seccionesRepetibles, conditions }]
  })
}

/** Keeps answered questions with headings and links. Empty if questions ask for an answer and none was answered. */
function keepAnswered(questions: readonly AnsweredQuestion[]): readonly AnsweredQuestion[] {
  const remainingQuestions = questions.filter((question) => !acceptsAnswerValue(question) || wasAnswered(question))
  return questions.some(acceptsAnswerValue) && !remainingQuestions.some(acceptsAnswerValue) ? [] : remainingQuestions
}

function wasAnswered(question: AnsweredQuestion): boolean {
  return isAnswered(question, decomposeQuestion(question) ?? undefined)
}
