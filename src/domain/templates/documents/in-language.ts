import type { Language } from '../../kernel/limits.ts'
import { findCountryLanguage } from '../../places/documents/country-language.ts'

type Fields = { readonly [field: string]: unknown }

/**
 * Returns a text of a form in the reader's language if it is translated (`tituloAlternativeLanguage_pt`), otherwise the
 * original text.
 */
export function translateField<F extends string>(
  document: { readonly [K in F]?: string | undefined },
  field: F,
  language: string,
): string {
  return getAlternativeText(document as Fields, field, language) || (document[field] ?? '')
}

function getAlternativeText(document: Fields, field: string, language: string): string {
  const alternative = document[`${field}AlternativeLanguage_${language}`]
  return typeof alternative === 'string' ? alternative : ''
}

/**
 * Returns the language of a form's original texts, which is the country's language. Undefined if the title has a
 * translation into that language, because then the original is in an unknown language.
 */
export function getOriginalLanguage(form: Fields & { readonly areas: readonly string[] }): Language | undefined {
  const language = findCountryLanguage(form.areas[0])
  return language === undefined || getAlternativeText(form, 'titulo', language) !== '' ? undefined : language
}

/**
 * Returns the `lang` attribute for a text of `translateField` that is not in the reader's language.
 * @param own language of the original texts (`getOriginalLanguage`)
 * @returns BCP 47 tag; undefined if the text is empty, in the reader's language, or in an unknown language
 */
export function getForeignLanguageTag(
  document: Fields,
  field: string,
  reader: string,
  own: Language | undefined,
): string | undefined {
  const isForeign = own !== undefined && own !== reader && getAlternativeText(document, field, reader) === ''
  return isForeign && (document[field] ?? '') !== '' ? toLanguageTag(own) : undefined
}

/** Converts a language code to BCP 47. The specification uses `ek` for Basque. */
function toLanguageTag(language: Language): string {
  return language === 'ek' ? 'eu' : language
}
