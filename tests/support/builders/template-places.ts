import type { TemplatePlace } from '#domain/templates/index.ts'

/** Places in a form at which a problem is reported: a field of the form, of its first question, and an option. */
export function field(name: string) {
  return { kind: 'field', field: name } as TemplatePlace
}

export function at(name: string) {
  return { kind: 'question', section: 0, condition: null, question: 0, field: name } as TemplatePlace
}

export function option(name: string) {
  return { kind: 'option', option: name } as TemplatePlace
}
