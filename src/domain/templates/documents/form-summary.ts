import type { Instant } from '../../kernel/instant.ts'
import { LANGUAGES } from '../../kernel/limits.ts'
import type { FormTemplate } from './template.ts'

const LISTED = [
  'id',
  'version',
  'titulo',
  ...LANGUAGES.map((language) => `tituloAlternativeLanguage_${language}` as const),
  'areas',
  'areaInfo',
  'municipioInfo',
  'opcionales',
  'duplicatedInfo',
  'deleted',
] as const

/**
 * Summary of a form for lists, with the fields that `can` needs. Stored separately, because forms may have several
 * megabytes.
 */
export type FormSummary = Pick<FormTemplate, (typeof LISTED)[number]> & {
  /** time of creation or last change */
  readonly lastChange: Instant
}

export function summariseForm(form: FormTemplate): FormSummary {
  const listed = Object.fromEntries(LISTED.flatMap((name) => (form[name] === undefined ? [] : [[name, form[name]]])))
  return { ...listed, lastChange: form.lastEdit?.date ?? form.timeStamp } as FormSummary
}

/**
 * Line of a form in searches by municipality. Stored lines of earlier releases are correct without `linkOnly`, as their
 * forms lack the option.
 */
export type FormListItem = Pick<FormTemplate, 'id' | 'titulo' | 'areas'> & { readonly linkOnly?: true }

export function toFormListItem(stored: object): FormListItem {
  const { id, titulo, areas, opcionales } = stored as FormTemplate
  return { id, titulo, areas, ...(opcionales?.linkOnly ? { linkOnly: true } : {}) }
}
