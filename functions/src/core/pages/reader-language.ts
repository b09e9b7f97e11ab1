export type ReaderLanguage = 'en' | 'es'

/** The language chosen in the app. @param code undefined also for a language without public pages */
export function chosenLanguage(code: string | undefined): ReaderLanguage | undefined {
  return code === 'en' || code === 'es' ? code : undefined
}

/** Language of a visitor; Spanish if the header names neither. @param accepted the browser's Accept-Language header */
export function languageOf(accepted: string): ReaderLanguage {
  const first = accepted
    .toLowerCase()
    .split(',')
    .map((one) => one.trim().slice(0, 2))
    .find((one) => one === 'es' || one === 'en')
  return first === 'en' ? 'en' : 'es'
}
