import { i18n, type Messages } from '@lingui/core'
import { chooseLanguage, LANGUAGES, type OfferedLanguage } from './languages.ts'

const STORED_LANGUAGE = 'relevo.language'

/** A catalogue for each language that is offered, loaded when it is asked for. */
type Catalogues = Readonly<Record<OfferedLanguage, () => Promise<{ readonly messages: Messages }>>>

/** Each catalogue is its own file, so that nobody downloads a language that they do not read. */
const CATALOGUES: Catalogues = {
  en: () => import('../../../locales/en.po'),
  es: () => import('../../../locales/es.po'),
}

/** Rooms whose words come with their screen, so that a page which answers a form does not wait for them. `locales/lingui.config.mjs` names them, too. */
const OWN = {
  'answer-view': {
    en: () => import('../../../locales/answer-view/en.po'),
    es: () => import('../../../locales/answer-view/es.po'),
  },
  'form-editor': {
    en: () => import('../../../locales/form-editor/en.po'),
    es: () => import('../../../locales/form-editor/es.po'),
  },
  'forms-list': {
    en: () => import('../../../locales/forms-list/en.po'),
    es: () => import('../../../locales/forms-list/es.po'),
  },
  supervision: {
    en: () => import('../../../locales/supervision/en.po'),
    es: () => import('../../../locales/supervision/es.po'),
  },
  'sync-centre': {
    en: () => import('../../../locales/sync-centre/en.po'),
    es: () => import('../../../locales/sync-centre/es.po'),
  },
} as const satisfies Record<string, Catalogues>

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
  const { messages } = await CATALOGUES[language]()
  // Beside the words of a screen that was quicker.
  i18n.load(language, messages)
  i18n.activate(language)
  document.documentElement.lang = LANGUAGES[language].tag
  return language
}

/** Adds the words of a room that has a catalogue of its own; need not wait for `startWords`. To be awaited before the room's first render. */
export async function addWords(room: keyof typeof OWN): Promise<void> {
  const language = i18n.locale === '' ? wantedLanguage() : chooseLanguage(i18n.locale, [])
  const { messages } = await OWN[room][language]()
  i18n.load(language, messages)
}

/** A screen together with the words of its room. */
export async function withWords<T>(room: keyof typeof OWN, screen: Promise<T>): Promise<T> {
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
