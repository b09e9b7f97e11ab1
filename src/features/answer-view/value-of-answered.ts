import type { QuestionValue } from '#domain/answering/index.ts'
import { QUESTION_TYPE, type AnsweredQuestion, type Option } from '#domain/documents/index.ts'

function chosen(options: readonly Option[]): readonly number[] {
  return options.filter((option) => option.checked).map((option) => option.orden)
}

/** The value of a question in an answer document, as the question codecs read it: the way back from `composeAnswer`. */
export function valueOfAnswered(question: AnsweredQuestion): QuestionValue {
  const { respuesta, opciones, combinedQuestions = [] } = question
  switch (question.tipoPregunta) {
    case QUESTION_TYPE.OPEN:
    case QUESTION_TYPE.BOOLEAN:
      return respuesta === undefined ? {} : { respuesta }
    case QUESTION_TYPE.SELECT:
    case QUESTION_TYPE.RADIO:
      return { chosen: [...chosen(opciones)] }
    case QUESTION_TYPE.COMBINED: {
      const combined: Record<string, { chosen?: number[]; respuesta?: string | boolean }> = {}
      for (const item of combinedQuestions) {
        if (item.type !== 'input') continue
        const picked = chosen(item.opciones)
        combined[String(item.orden)] = {
          ...(picked.length > 0 && { chosen: [...picked] }),
          ...(item.respuesta !== undefined && { respuesta: item.respuesta }),
        }
      }
      return { combined }
    }
  }
}
