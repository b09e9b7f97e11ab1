import type { Language } from '../../kernel/limits.ts'
import { countryLanguage } from '../../places/documents/country-language.ts'

type Fields = { readonly [field: string]: unknown }

/** A text of a form in the reader's language if the form has it (`tituloAlternativeLanguage_pt`), else as written. */
export function inLanguage<F extends string>(
  document: { readonly [K in F]?: string | undefined },
  field: F,
  language: string,
): string {
  return alternativeOf(document as Fields, field, language) || (document[field] ?? '')
}

function alternativeOf(document: Fields, field: string, language: string): string {
  const alternative = document[`${field}AlternativeLanguage_${language}`]
  return typeof alternative === 'string' ? alternative : ''
}

/** The language of a form's own texts: its country's; undefined where its title is translated into that one. */
export function writtenIn(form: Fields & { readonly areas: readonly string[] }): Language | undefined {
  const language = countryLanguage(form.areas[0])
  return language === undefined || alternativeOf(form, 'titulo', language) !== '' ? undefined : language
}

/**
 * What `lang` says of a text that `inLanguage` gives, where that is not in the reader's language.
 * @param own of the form's texts (`writtenIn`)
 * @returns a tag of BCP 47; undefined: it is in the reader's language, is empty, or is in a language that is not known
 */
export function foreignTag(
  document: Fields,
  field: string,
  reader: string,
  own: Language | undefined,
): string | undefined {
  const isForeign = own !== undefined && own !== reader && alternativeOf(document, field, reader) === ''
  return isForeign && (document[field] ?? '') !== '' ? tagOf(own) : undefined
}

/** The specification calls Basque `ek`. */
function tagOf(language: Language): string {
  return language === 'ek' ? 'eu' : language
}
