export type ReaderLanguage = 'en' | 'es'

/** What a person chose in the app. @param code undefined also where it is a language that pages of the public are not written in */
export function chosenLanguage(code: string | undefined): ReaderLanguage | undefined {
  return code === 'en' || code === 'es' ? code : undefined
}

/** @param accepted the header in which a browser says what its person reads; Spanish, like the other pages of the public, where it says neither language of the product */
export function languageOf(accepted: string): ReaderLanguage {
  const first = accepted
    .toLowerCase()
    .split(',')
    .map((one) => one.trim().slice(0, 2))
    .find((one) => one === 'es' || one === 'en')
  return first === 'en' ? 'en' : 'es'
}
