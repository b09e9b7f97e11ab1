import type { Language } from '../../kernel/limits.ts'
import { countryLanguage } from '../../places/documents/country-language.ts'

type Fields = { readonly [field: string]: unknown }

/**
 * Text of a form in the reader's language if translated (`tituloAlternativeLanguage_pt`), otherwise the original text.
 */
export function translateField<F extends string>(
  document: { readonly [K in F]?: string | undefined },
  field: F,
  language: string,
): string {
  return alternativeText(document as Fields, field, language) || (document[field] ?? '')
}

function alternativeText(document: Fields, field: string, language: string): string {
  const alternative = document[`${field}AlternativeLanguage_${language}`]
  return typeof alternative === 'string' ? alternative : ''
}

/**
 * Language of a form's original texts: its country's language; undefined if the title is translated into that language.
 */
export function originalLanguage(form: Fields & { readonly areas: readonly string[] }): Language | undefined {
  const language = countryLanguage(form.areas[0])
  return language === undefined || alternativeText(form, 'titulo', language) !== '' ? undefined : language
}

/**
 * `lang` attribute for a text returned by `translateField` that is not in the reader's language.
 * @param own language of the original texts (`originalLanguage`)
 * @returns BCP 47 tag; undefined if the text is in the reader's language, empty or of unknown language
 */
export function foreignTag(
  document: Fields,
  field: string,
  reader: string,
  own: Language | undefined,
): string | undefined {
  const isForeign = own !== undefined && own !== reader && alternativeText(document, field, reader) === ''
  return isForeign && (document[field] ?? '') !== '' ? toLanguageTag(own) : undefined
}

/** The specification uses `ek` for Basque. */
function toLanguageTag(language: Language): string {
  return language === 'ek' ? 'eu' : language
}
