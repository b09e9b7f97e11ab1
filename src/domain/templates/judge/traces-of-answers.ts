import type { Question } from '../../questions/documents.ts'
import type { TemplateDraft } from '../documents/template.ts'

/**
 * Finds data of answers in a template: choices, rows, values, history. Otherwise every new answer would start with this
 * data. Editors never send such data, so the message is for API users. `validateTemplate` checks everything else.
 * @returns name of the first field with such data, or null
 */
export function findAnswerTrace({ estados, secciones }: TemplateDraft): string | null {
  if (estados.history.length > 0) return 'estados.history'
  for (const { conditions, preguntas, seccionesRepetibles } of secciones) {
    if (seccionesRepetibles.length > 0) return 'seccionesRepetibles'
    if (conditions.some((condition) => condition.checked)) return 'conditions.checked'
    if (
      [preguntas, ...conditions.map((condition) => condition.questions)].some((questions) => questions.some(hasAnswer))
    )
      return 'preguntas'
  }
  return null
}

function hasAnswer({ opciones, combinedQuestions = [] }: Question): boolean {
  const inputs = combinedQuestions.filter((item) => item.type === 'input')
  const options = [opciones, ...inputs.map((input) => input.opciones)].flat()
  return options.some((option) => option.checked) || inputs.some((input) => input.respuesta !== undefined)
}
