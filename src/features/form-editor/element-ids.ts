import {
  type EditorForm,
  type FormField,
  findKeyAt,
  type FormOptionName,
  type TemplatePlace,
} from '#domain/templates/index.ts'

/** The id of the control for a field of the form. Translations share one panel. */
export function getFieldElementId(field: FormField): string {
  return field.includes('AlternativeLanguage_') ? 'form-languages' : `form-${field.replace('.', '-')}`
}

/** The id of an option's switch. */
export function getOptionElementId(option: FormOptionName): string {
  return `form-option-${option}`
}

/** The id of a section, question, state, signature, or of the control for one of its fields. */
export function getPartElementId(key: string, field?: string): string {
  return field === undefined ? `part-${key}` : `part-${key}-${field}`
}

/** The id of the control at the place of a problem, or of the part if the place has no control. */
export function getPlaceElementId(form: EditorForm, place: TemplatePlace): string {
  if (place.kind === 'field') return getFieldElementId(place.field)
  if (place.kind === 'option') return getOptionElementId(place.option)
  const key = findKeyAt(form, place) ?? ''
  return getPartElementId(key, place.kind === 'choice' ? 'texto' : place.field)
}

/** Returns the element if it can be focused, otherwise the first control inside. */
export function findControl(element: HTMLElement): HTMLElement | null {
  return element.matches('input, textarea, select, button, [tabindex]')
    ? element
    : element.querySelector<HTMLElement>('input, textarea, select, button')
}
