import type { EditorForm, TemplatePlace } from '#domain/templates/index.ts'
import { typedKeys } from '#domain/kernel/index.ts'

/** `questions`: title, description, governing area and questions of the form. `settings`: everything else. */
export type EditorView = 'questions' | 'settings'

const FIELDS_ABOVE_SECTIONS: readonly (keyof EditorForm)[] = [
  'titulo',
  'descripcion',
  'areas',
  'secciones',
  'restructured',
]

/** @returns the view with the difference between two forms outside their sections */
export function pickViewForChange(before: EditorForm, after: EditorForm): EditorView {
  const fields = typedKeys({ ...before, ...after })
  return fields.some((field) => !FIELDS_ABOVE_SECTIONS.includes(field) && before[field] !== after[field])
    ? 'settings'
    : 'questions'
}

/** @returns the view that contains a place of the form */
export function pickViewForPlace(place: TemplatePlace): EditorView {
  switch (place.kind) {
    case 'section':
    case 'condition':
    case 'question':
    case 'block':
    case 'choice':
      return 'questions'
    case 'field':
      return FIELDS_ABOVE_SECTIONS.some((field) => field === place.field) ? 'questions' : 'settings'
    default:
      return 'settings'
  }
}
