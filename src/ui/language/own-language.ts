import { i18n } from '@lingui/core'
import type { LanguageOffer } from '#domain/sync/index.ts'
import { browserStorage } from '../session/text-storage.ts'
import { STORED_LANGUAGE } from './i18n.ts'
import { addToOfferedLanguages, fetchOwnCatalogue, OWN_CATALOGUE, OWN_LANGUAGE } from './more-languages.ts'

/*
 * The language that a municipality translates itself, with the code `ot`. A device stores its name, its tag and the
 * address of its catalogue, and the catalogue once the language is used. Apart from `more-languages.ts`, because public
 * pages read the language and never change it.
 */

/**
 * Offers the language of a municipality. If it is in use, its new texts are loaded now and shown after the next start.
 * @param offer undefined: the municipality has none, so that the device forgets it
 */
export async function keepOwnLanguage(offer: LanguageOffer | undefined): Promise<void> {
  if (offer !== undefined) {
    addToOfferedLanguages(offer)
    if (i18n.locale === 'ot') await fetchOwnCatalogue(offer.url)
    return browserStorage.set(OWN_LANGUAGE, JSON.stringify(offer))
  }
  if (browserStorage.get(OWN_LANGUAGE) === null) return
  browserStorage.remove(OWN_LANGUAGE)
  if (browserStorage.get(STORED_LANGUAGE) === 'ot') browserStorage.remove(STORED_LANGUAGE)
  try {
    await caches.delete(OWN_CATALOGUE)
  } catch {
    // Without caches, nothing is stored.
  }
}
