import { i18n, type Messages } from '@lingui/core'
import { chooseLanguage, NAMED_LANGUAGES, type NamedLanguage } from '#domain/kernel/index.ts'

export const STORED_LANGUAGE = 'relevo.language'

/**
 * Catalogues of English and Spanish by module. A module with a folder in `locales` has its own catalogue, which is
 * loaded with its screen. `more-languages.ts` has the catalogues of other languages and is loaded on demand.
 */
const CATALOGUES = import.meta.glob<{ readonly messages: Messages }>(['./**/{en,es}.po', '!./server/**'], {
  base: '../../../locales',
})

/** @param locale locale that the texts are loaded for; differs from `language` if it is not an offered language */
export async function loadCatalogue(language: NamedLanguage, room = '', locale: string = language): Promise<void> {
  i18n.load(locale, await readCatalogue(language, room))
}

async function readCatalogue(language: NamedLanguage, room: string): Promise<Messages> {
  const messages = (await CATALOGUES[`./${room}${language}.po`]?.())?.messages
  // Spanish of Central America has terms of its own.
  const isCentral = /eses-(BZ|CR|GT|HN|NI|PA|SV)/.test(language + navigator.language)
  if (messages !== undefined && !isCentral) return messages
  const { readLazyCatalogue } = await import('./more-languages.ts')
  return readLazyCatalogue(language, room, messages ?? ((other) => readCatalogue(other, room)))
}

/** Loads the code for a language that a municipality translates itself. */
export function loadOwnLanguage() {
  return import('./own-language.ts')
}

function readStoredLanguage(): string | null {
  try {
    return localStorage.getItem(STORED_LANGUAGE)
  } catch {
    return null
  }
}

function pickLanguage(): NamedLanguage {
  return chooseLanguage(readStoredLanguage(), navigator.languages)
}

/** Loads the user's language and sets it on the document. Must be awaited before the first render. */
export async function startTranslations(): Promise<NamedLanguage> {
  const language = pickLanguage()
  // Does not wait for the texts of problems.
  await loadCatalogue(language)
  const { tag } = NAMED_LANGUAGES[language]
  // Plural rules need a valid language tag, and the specification's code for Basque is not a tag.
  i18n.activate(language, tag)
  document.documentElement.lang = tag
  return language
}

/**
 * Loads a module's catalogue. Must be awaited before the module's first render. May be called before
 * `startTranslations`.
 */
export async function loadMessages(room: string): Promise<void> {
  await loadCatalogue(i18n.locale === '' ? pickLanguage() : chooseLanguage(i18n.locale, []), `${room}/`)
}

/** Loads a screen together with its module's catalogue. */
export async function withMessages<T>(room: string, screen: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([screen, loadMessages(room)])
  return loaded
}

/**
 * Stores the language and reloads the page, so that no screen mixes languages. Drafts are already journaled.
 * @param language one of OFFERED_LANGUAGES; checked when it is read
 */
export function changeLanguage(language: string): void {
  try {
    localStorage.setItem(STORED_LANGUAGE, language)
  } catch {
    // Without storage the choice is lost, and the browser's language is used.
  }
  location.reload()
}
