/**
 * Languages by the specification's codes. `tag`: language tag for browsers and screen readers. `ot` ("other") is a
 * language that a municipality translates itself. Devices that have its catalogue replace its name and tag
 * (`src/ui/language/more-languages.ts`). Without a catalogue its texts are English.
 */
export const NAMED_LANGUAGES = {
  en: { tag: 'en', name: 'English' },
  es: { tag: 'es', name: 'Español' },
  ca: { tag: 'ca', name: 'Català' },
  pt: { tag: 'pt', name: 'Português' },
  gl: { tag: 'gl', name: 'Galego' },
  ek: { tag: 'eu', name: 'Euskara' },
  ja: { tag: 'ja', name: '日本語' },
  ot: { tag: 'en', name: 'Other' } as { tag: string; name: string },
} as const

export type NamedLanguage = keyof typeof NAMED_LANGUAGES

/**
 * Offered languages. English and Spanish are complete; in the others, `locales/fallbacks.ts` fills what is missing.
 * Devices that have a catalogue of `ot` add it.
 */
export const OFFERED_LANGUAGES: NamedLanguage[] = ['en', 'es', 'ca', 'pt', 'gl', 'ek', 'ja']

const DEFAULT_OFFERED: NamedLanguage = 'en'

/**
 * Returns the BCP 47 tag of a language by its code. A tag is returned unchanged. For an empty text, returns English.
 */
export function getLanguageTag(language: string): string {
  if (language === '') return NAMED_LANGUAGES.en.tag
  return Object.hasOwn(NAMED_LANGUAGES, language) ? NAMED_LANGUAGES[language as NamedLanguage].tag : language
}

/** Returns the language of a tag such as `es-AR`, or of one of our language codes. */
export function findOfferedLanguage(tag: string): NamedLanguage | undefined {
  const base = tag.toLowerCase().split('-')[0] ?? ''
  const codes = Object.keys(NAMED_LANGUAGES) as NamedLanguage[]
  return codes.find((code) => code === base || NAMED_LANGUAGES[code].tag === base)
}

/**
 * Returns the stored language or the current locale, else the first preferred language that is offered, else English.
 * @param preferred BCP 47 tags, such as `es-AR`
 */
export function chooseLanguage(stored: string | null, preferred: readonly string[] = []): NamedLanguage {
  for (const tag of [stored ?? '', ...preferred]) {
    const offered = findOfferedLanguage(tag)
    if (offered !== undefined) return offered
  }
  return DEFAULT_OFFERED
}
