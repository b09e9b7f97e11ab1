import type { Messages } from '@lingui/core'
import type { OfferedLanguage } from '#domain/kernel/index.ts'
import { LANGUAGE_FALLBACKS } from '#locales/fallbacks.ts'

/** Catalogues of all languages except English and Spanish, which are in `i18n.ts`. */
const CATALOGUES = import.meta.glob<{ readonly messages: Messages }>(['./**/{ca,pt,gl,ek,ja}.po', '!./server/**'], {
  base: '../../../locales',
})

/**
 * Reads a catalogue. If it cannot be loaded, for example offline, reads the catalogue of a fallback language. With the
 * first catalogue, asks the service worker to store this language.
 * @param read reads the catalogue of a language that every device has
 */
export async function readOtherCatalogue(
  language: OfferedLanguage,
  room: string,
  read: (language: 'en' | 'es') => Promise<Messages>,
): Promise<Messages> {
  if (room === '') void keepLanguage(language)
  try {
    const catalogue = CATALOGUES[`./${room}${language}.po`]
    if (catalogue !== undefined) return (await catalogue()).messages
  } catch {
    // Continues with the fallback language below, because this language is not stored and there is no network.
  }
  const [fallback = 'en'] = LANGUAGE_FALLBACKS[language] ?? []
  return read(fallback)
}

/** Asks the service worker to store a language's texts on the device. Without this request it does not fetch them. */
async function keepLanguage(language: string): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ type: 'LANGUAGE', language })
}
