/**
 * Languages by the specification's codes. `ot` ("other") is not a language and has a translated name. `tag`: language
 * tag for browsers and screen readers.
 */
export const NAMED_LANGUAGES = {
  en: { tag: 'en', name: 'English' },
  es: { tag: 'es', name: 'Español' },
  ca: { tag: 'ca', name: 'Català' },
  pt: { tag: 'pt', name: 'Português' },
  gl: { tag: 'gl', name: 'Galego' },
  ek: { tag: 'eu', name: 'Euskara' },
  ja: { tag: 'ja', name: '日本語' },
  ot: { tag: 'en', name: 'Other' },
} as const

export type NamedLanguage = keyof typeof NAMED_LANGUAGES

/** Offered languages, which have a complete catalogue. */
export const OFFERED_LANGUAGES = ['en', 'es'] as const satisfies readonly NamedLanguage[]
export type OfferedLanguage = (typeof OFFERED_LANGUAGES)[number]

const DEFAULT_LANGUAGE: OfferedLanguage = 'en'

function isOffered(code: string): code is OfferedLanguage {
  return OFFERED_LANGUAGES.some((offered) => offered === code)
}

/**
 * Returns the stored language or the current locale, else the first preferred language that is offered, else English.
 * @param preferred BCP 47 tags, such as `es-AR`
 */
export function chooseLanguage(stored: string | null, preferred: readonly string[] = []): OfferedLanguage {
  if (stored !== null && isOffered(stored)) return stored
  for (const tag of preferred) {
    const base = tag.toLowerCase().split('-')[0] ?? ''
    if (isOffered(base)) return base
  }
  return DEFAULT_LANGUAGE
}
