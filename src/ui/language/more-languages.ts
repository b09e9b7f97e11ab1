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
 * @param read reads the catalogue of a language that every device has; or the Spanish catalogue, in Central America
 */
export async function readOtherCatalogue(
  language: OfferedLanguage,
  room: string,
  read: Messages | ((language: 'en' | 'es') => Promise<Messages>),
): Promise<Messages> {
  if (typeof read !== 'function') return toCentralAmericanSpanish(read)
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

/**
 * Terms of Central America and the terms of Argentina that they replace. Names of columns in files, such as `legajo`,
 * stay.
 */
const CENTRAL_AMERICAN: readonly (readonly [argentine: string, central: string])[] = [
  ['"DNI/ID', '"Documento/ID'],
  ['"DNI', '"Documento de identidad'],
  ['DNI', 'documento de identidad'],
  ['CUIT/RUC', 'NIT/RUC'],
  ['CUIT', 'NIT'],
  ['"Legajo', '"Código de empleado'],
  ['su legajo', 'su código de empleado'],
]

/** Returns Spanish messages with the terms of Central America. */
export function toCentralAmericanSpanish(messages: Messages): Messages {
  const replaced = Object.entries(messages).map(([id, message]): [string, typeof message] => [
    id,
    JSON.parse(CENTRAL_AMERICAN.reduce((text, [term, other]) => text.replaceAll(term, other), JSON.stringify(message))),
  ])
  return Object.fromEntries(replaced)
}

/** Asks the service worker to store a language's texts on the device. Without this request it does not fetch them. */
async function keepLanguage(language: string): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ type: 'LANGUAGE', language })
}
