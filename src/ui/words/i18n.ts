import { i18n, type Messages } from '@lingui/core'
import { chooseLanguage, LANGUAGES, type OfferedLanguage } from './languages.ts'

const STORED_LANGUAGE = 'relevo.language'

/** Each catalogue is its own file, so that nobody downloads a language that they do not read. */
const CATALOGUES: Record<OfferedLanguage, () => Promise<{ readonly messages: Messages }>> = {
  en: () => import('../../../locales/en.po'),
  es: () => import('../../../locales/es.po'),
}

function storedLanguage(): string | null {
  try {
    return localStorage.getItem(STORED_LANGUAGE)
  } catch {
    return null
  }
}

/** Loads the person's language and tells the document. To be awaited before the first render. */
export async function startWords(): Promise<OfferedLanguage> {
  const language = chooseLanguage(storedLanguage(), navigator.languages)
  const { messages } = await CATALOGUES[language]()
  i18n.loadAndActivate({ locale: language, messages })
  document.documentElement.lang = LANGUAGES[language].tag
  return language
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
