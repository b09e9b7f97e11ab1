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

/** What lists show of a form, and what they ask `can`: kept beside it, because a form may be megabytes. */
export type FormSummary = Pick<FormTemplate, (typeof LISTED)[number]> & {
  /** when it was made or changed last */
  readonly lastChange: Instant
}

export function formSummaryOf(form: FormTemplate): FormSummary {
  const listed = Object.fromEntries(LISTED.flatMap((name) => (form[name] === undefined ? [] : [[name, form[name]]])))
  return { ...listed, lastChange: form.lastEdit?.date ?? form.timeStamp } as FormSummary
}
