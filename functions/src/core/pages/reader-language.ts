export type ReaderLanguage = 'en' | 'es'

/** What a user chose in the app. @param code undefined also for a language in which no public pages are written */
export function chosenLanguage(code: string | undefined): ReaderLanguage | undefined {
  return code === 'en' || code === 'es' ? code : undefined
}

/** @param accepted the browser's header; where it names neither language, Spanish, like other pages of the public */
export function languageOf(accepted: string): ReaderLanguage {
  const first = accepted
    .toLowerCase()
    .split(',')
    .map((one) => one.trim().slice(0, 2))
    .find((one) => one === 'es' || one === 'en')
  return first === 'en' ? 'en' : 'es'
}
