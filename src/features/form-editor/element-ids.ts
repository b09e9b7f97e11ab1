import { type EditorForm, type FormField, keyAt, type OptionFlag, type TemplatePlace } from '#domain/templates/index.ts'

/** The id of the control for a field of the form. */
export function fieldId(field: FormField): string {
  return `form-${field.replace('.', '-')}`
}

/** The id of an option's switch. */
export function optionId(option: OptionFlag): string {
  return `form-option-${option}`
}

/** The id of a section, question, state, signature, or of the control for one of its fields. */
export function partId(key: string, field?: string): string {
  return field === undefined ? `part-${key}` : `part-${key}-${field}`
}

/** The id of the control at the place of a problem, or of the part if the place has no control. */
export function elementId(form: EditorForm, place: TemplatePlace): string {
  if (place.kind === 'field') return fieldId(place.field)
  if (place.kind === 'option') return optionId(place.option)
  const key = keyAt(form, place) ?? ''
  return partId(key, place.kind === 'choice' ? 'texto' : place.field)
}
