import { i18n, type Messages } from '@lingui/core'
import { chooseLanguage, LANGUAGES, type OfferedLanguage } from './languages.ts'

const STORED_LANGUAGE = 'relevo.language'

/** Each catalogue is its own file; a room with a folder in `locales` has one, which comes with its screen. */
const CATALOGUES = import.meta.glob<{ readonly messages: Messages }>('./**/*.po', {
  base: '../../../locales',
})

async function load(language: OfferedLanguage, room = ''): Promise<void> {
  const catalogue = CATALOGUES[`./${room}${language}.po`]
  if (catalogue === undefined) throw new Error(`No words in locales/${room}`)
  i18n.load(language, (await catalogue()).messages)
}

function storedLanguage(): string | null {
  try {
    return localStorage.getItem(STORED_LANGUAGE)
  } catch {
    return null
  }
}

function wantedLanguage(): OfferedLanguage {
  return chooseLanguage(storedLanguage(), navigator.languages)
}

/** Loads the person's language and tells the document. To be awaited before the first render. */
export async function startWords(): Promise<OfferedLanguage> {
  const language = wantedLanguage()
  // Beside the words of a screen that was quicker. What may be refused comes when it comes.
  await load(language)
  i18n.activate(language)
  document.documentElement.lang = LANGUAGES[language].tag
  return language
}

/** Adds the words of a room's catalogue, also before `startWords`. To be awaited before the room's first render. */
export async function addWords(room: string): Promise<void> {
  await load(i18n.locale === '' ? wantedLanguage() : chooseLanguage(i18n.locale, []), `${room}/`)
}

/** A screen together with the words of its room. */
export async function withWords<T>(room: string, screen: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([screen, addWords(room)])
  return loaded
}

/** Stores the choice and reloads: nothing is half in one language and half in another. Drafts are journaled already. */
export function changeLanguage(language: OfferedLanguage): void {
  try {
    localStorage.setItem(STORED_LANGUAGE, language)
  } catch {
    // Without storage the browser's language stays; there is nothing to keep the choice in.
  }
  location.reload()
}
