import type { EditorForm, TemplatePlace } from '#domain/templates/index.ts'

/** The form with its title, area and questions; or everything else about it. */
export type View = 'questions' | 'settings'

const ABOVE: readonly (keyof EditorForm)[] = ['titulo', 'descripcion', 'areas', 'secciones', 'restructured']

/** @returns where two forms that differ outside of their sections are seen to */
export function viewOfChange(before: EditorForm, after: EditorForm): View {
  const fields = Object.keys({ ...before, ...after }) as readonly (keyof EditorForm)[]
  return fields.some((field) => !ABOVE.includes(field) && before[field] !== after[field]) ? 'settings' : 'questions'
}

/** @returns where a place of the form is on the screen */
export function viewOfPlace(place: TemplatePlace): View {
  switch (place.kind) {
    case 'section':
    case 'condition':
    case 'question':
    case 'block':
    case 'choice':
      return 'questions'
    case 'field':
      return ABOVE.some((field) => field === place.field) ? 'questions' : 'settings'
    default:
      return 'settings'
  }
}
