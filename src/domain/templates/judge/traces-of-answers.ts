import type { Question } from '../../questions/documents.ts'
import type { TemplateDraft } from '../documents/template.ts'

/**
 * What belongs to an answer and not to a template: a choice, a row, a value, a history. Every answer would begin with
 * it. No editor sends this, and no person could put it right; `validateTemplate` has judged the rest.
 * @returns the field that is wrong, for who wrote the program that sent it; null when all is well
 */
export function traceOfAnswer({ estados, secciones }: TemplateDraft): string | null {
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
