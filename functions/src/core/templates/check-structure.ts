import type { Question, Section, TemplateDraft } from '#domain/documents/index.ts'

/**
 * What no editor makes and no person can put right: numbers that name two things at once, states that lead nowhere, traces of an answer. Answers
 * address questions by these numbers, so such a template would mix up what people enter.
 * @returns the field that is wrong, as a path for whoever wrote the program that sent it; null when all is well
 */
export function structuralFault({ areas, estados, secciones, signatures }: TemplateDraft): string | null {
  if (hasTwice(areas)) return 'areas'
  if (estados.history.length > 0) return 'estados.history'
  const states = estados.disponibles
  if (states.some((state, place) => state.id !== place || state.transiciones.some((to) => to >= states.length || to === place))) return 'estados.disponibles'
  if (states.some((state) => hasTwice(state.transiciones))) return 'estados.disponibles'
  if (states.length === 0 ? estados.inicial !== null : estados.inicial === null || estados.inicial >= states.length) return 'estados.inicial'
  if (hasTwice(signatures.map((signature) => signature.indexSignature))) return 'signatures'
  if (hasTwice(secciones.map((section) => section.orden))) return 'secciones'
  for (const section of secciones) {
    const fault = faultOfSection(section)
    if (fault !== null) return `secciones.${section.orden}.${fault}`
  }
  return null
}

function faultOfSection({ preguntas, conditions, seccionesRepetibles }: Section): string | null {
  if (seccionesRepetibles.length > 0) return 'seccionesRepetibles'
  if (hasTwice(conditions.map((condition) => condition.order)) || conditions.some((condition) => condition.checked)) return 'conditions'
  const lists = [preguntas, ...conditions.map((condition) => condition.questions)]
  return lists.some(areFaulty) ? 'preguntas' : null
}

function areFaulty(questions: readonly Question[]): boolean {
  return hasTwice(questions.map((question) => question.orden)) || questions.some(isFaulty)
}

function isFaulty({ opciones, combinedQuestions = [] }: Question): boolean {
  const inputs = combinedQuestions.filter((item) => item.type === 'input')
  const lists = [opciones, ...inputs.map((input) => input.opciones)]
  return (
    hasTwice(combinedQuestions.map((item) => item.orden)) ||
    inputs.some((input) => input.respuesta !== undefined) ||
    lists.some((options) => hasTwice(options.map((option) => option.orden)) || options.some((option) => option.checked))
  )
}

function hasTwice(values: readonly (string | number)[]): boolean {
  return new Set(values).size < values.length
}
