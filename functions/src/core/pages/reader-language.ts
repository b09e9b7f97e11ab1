export type ReaderLanguage = 'en' | 'es'

/** @param accepted the header in which a browser says what its person reads; Spanish, like the other pages of the public, where it says neither language of the product */
export function languageOf(accepted: string): ReaderLanguage {
  const first = accepted
    .toLowerCase()
    .split(',')
    .map((one) => one.trim().slice(0, 2))
    .find((one) => one === 'es' || one === 'en')
  return first === 'en' ? 'en' : 'es'
}
