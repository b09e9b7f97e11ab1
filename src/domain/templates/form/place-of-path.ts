import type { FormField, QuestionPlace, TemplatePlace } from './place.ts'

type Path = readonly PropertyKey[]

/**
 * Converts the path of a schema issue, such as `secciones, 2, conditions, 0, questions, 1, titulo`, to a place in the
 * form.
 */
export function toTemplatePlace(path: Path): TemplatePlace {
  const [list, at] = path
  if (list === 'opcionales' && at !== undefined) return { kind: 'option', option: at } as TemplatePlace
  if (list === 'estados' && path.length > 2)
    return { kind: 'state', state: Number(path[2]), field: path[3] ?? 'nombre' } as TemplatePlace
  if (list === 'signatures' && at !== undefined)
    return { kind: 'signature', signature: Number(at), field: path[2] ?? 'title' } as TemplatePlace
  if (list === 'muniCore' && at === 'areaId') return { kind: 'field', field: 'muniCore.areaId' }
  if (list !== 'secciones' || at === undefined) return { kind: 'field', field: list as FormField }
  return placeInSection(Number(at), path.slice(2))
}

function placeInSection(section: number, path: Path): TemplatePlace {
  const [field = 'titulo', at, inner, question] = path
  if (field === 'preguntas' && at !== undefined)
    return placeInQuestion({ section, condition: null, question: Number(at) }, path.slice(2))
  if (field !== 'conditions' || at === undefined) return { kind: 'section', section, field } as TemplatePlace
  const condition = Number(at)
  if (inner === 'questions' && question !== undefined)
    return placeInQuestion({ section, condition, question: Number(question) }, path.slice(4))
  return { kind: 'condition', section, condition, field: inner ?? 'condition' } as TemplatePlace
}

function placeInQuestion(question: QuestionPlace, path: Path): TemplatePlace {
  const [field = 'titulo', at, inner, choice] = path
  if (field === 'opciones' && at !== undefined) return { kind: 'choice', ...question, block: null, choice: Number(at) }
  if (field !== 'combinedQuestions' || at === undefined)
    return { kind: 'question', ...question, field } as TemplatePlace
  const block = Number(at)
  if (inner === 'opciones' && choice !== undefined)
    return { kind: 'choice', ...question, block, choice: Number(choice) }
  return { kind: 'block', ...question, block, field: inner ?? 'name' } as TemplatePlace
}
