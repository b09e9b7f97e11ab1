import type { Messages } from '@lingui/core'
import { NAMED_LANGUAGES, OFFERED_LANGUAGES, type NamedLanguage } from '#domain/kernel/index.ts'
import type { LanguageOffer } from '#domain/sync/index.ts'
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
export async function readLazyCatalogue(
  language: NamedLanguage,
  room: string,
  read: Messages | ((language: 'en' | 'es') => Promise<Messages>),
): Promise<Messages> {
  if (typeof read !== 'function') return toCentralAmericanSpanish(read)
  if (room === '') void keepLanguage(language)
  if (language === 'ot') return { ...(await read('en')), ...(await readOwnMessages()) }
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

/** Key of the offer of a municipality's own language in browser storage. */
export const OWN_LANGUAGE = 'relevo.own-language'
/** Not a cache of the service worker, which knows only files of the build. */
export const OWN_CATALOGUE = 'relevo-own-language'

let ownMessages: Promise<Messages> | undefined

/** Returns the texts of `ot`; empty without a catalogue, or if it was never loaded and there is no network. */
function readOwnMessages(): Promise<Messages> {
  ownMessages ??= readStoredMessages()
  return ownMessages
}

async function readStoredMessages(): Promise<Messages> {
  const offer = readStoredOffer()
  if (offer === undefined) return {}
  addToOfferedLanguages(offer)
  return fetchOwnCatalogue(offer.url).catch(() => ({}))
}

function readStoredOffer(): LanguageOffer | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(OWN_LANGUAGE) ?? '')
    const { name, tag, url } = stored as Readonly<Record<keyof LanguageOffer, unknown>>
    return typeof name === 'string' && typeof tag === 'string' && typeof url === 'string'
      ? { name, tag, url }
      : undefined
  } catch {
    return undefined
  }
}

/** Adds a municipality's own language to the languages to choose from. */
export function addToOfferedLanguages({ name, tag }: LanguageOffer): void {
  Object.assign(NAMED_LANGUAGES.ot, { name, tag })
  if (!OFFERED_LANGUAGES.includes('ot')) OFFERED_LANGUAGES.push('ot')
}

/** Returns the messages of a catalogue, which the device stores in place of the previous one. */
export async function fetchOwnCatalogue(url: string): Promise<Messages> {
  const cache = await openOwnCache()
  const kept = await cache?.match(url)
  if (kept !== undefined) return kept.json()
  const response = await fetch(url)
  if (!response.ok) throw new Error(`The catalogue was refused: ${response.status}`)
  for (const old of (await cache?.keys()) ?? []) await cache?.delete(old)
  await cache?.put(url, response.clone())
  return response.json()
}

async function openOwnCache(): Promise<Cache | undefined> {
  try {
    return await caches.open(OWN_CATALOGUE)
  } catch {
    // Without HTTPS a browser has no caches, and in the frame of another site it may block them.
    return undefined
  }
}
