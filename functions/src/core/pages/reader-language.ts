import { LANGUAGES, type Language } from '#domain/kernel/index.ts'
import { isTranslated } from '#locales/translator.ts'

/** Language of a page that the server writes: one of LANGUAGES that has a catalogue. */
export type ReaderLanguage = Language

/** The language chosen in the app. @param code undefined also for a language without a catalogue */
export function chosenLanguage(code: string | undefined): ReaderLanguage | undefined {
  return LANGUAGES.find((language) => language === code && isTranslated(language))
}

/** Language of a visitor; Spanish if the header names none of ours. @param accepted the browser's Accept-Language */
export function languageOf(accepted: string): ReaderLanguage {
  const preferred = accepted.toLowerCase().split(',')
  return preferred.map((tag) => chosenLanguage(tag.trim().slice(0, 2))).find((found) => found !== undefined) ?? 'es'
}
