import { findOfferedLanguage, LANGUAGES, type Language } from '#domain/kernel/index.ts'
import { isTranslated } from '#locales/translator.ts'

/** Language of a page rendered by the server; one of LANGUAGES that is translated. */
export type ReaderLanguage = Language

/** The language with this code. Undefined for another code, and for a language without translation. */
export function findTranslatedLanguage(code: string | undefined): ReaderLanguage | undefined {
  return LANGUAGES.find((language) => language === code && isTranslated(language))
}

/**
 * Language of a visitor; Spanish if the header has none of ours.
 * @param accepted the browser's Accept-Language header
 */
export function negotiateLanguage(accepted: string): ReaderLanguage {
  const preferred = accepted.toLowerCase().split(',')
  return (
    preferred
      .map((tag) => findTranslatedLanguage(findOfferedLanguage(/^[a-z]+/.exec(tag.trim())?.[0] ?? '')))
      .find((found) => found !== undefined) ?? 'es'
  )
}

/** The language in the URL (`?lang=`, set by a page's language links), or else the browser's. */
export function readPageLanguage(request: Request): ReaderLanguage {
  const chosen = findTranslatedLanguage(new URL(request.url).searchParams.get('lang') ?? undefined)
  return chosen ?? negotiateLanguage(request.headers.get('accept-language') ?? '')
}
