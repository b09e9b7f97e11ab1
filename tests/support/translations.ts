import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

const ENTRY = /(?:^msgctxt (.*)\n)?^msgid ((?:".*"\n)+)msgstr ((?:".*"\n?)+)/gm

/**
 * Returns the messages that have different translations in two catalogues of one language. All catalogues of a page
 * share one table of messages, so the catalogue that loads last would decide for every screen.
 */
export function idsWithTwoTranslations(catalogues: ReadonlyMap<string, string>): readonly string[] {
  const translations = new Map<string, Set<string>>()
  for (const [path, text] of catalogues) {
    for (const [, context = '', id = '', translation = ''] of text.matchAll(ENTRY)) {
      const key = [basename(path, '.po'), context, id.trim()].filter((part) => part !== '').join(' ')
      // A missing translation is shown in another language, and counts as none.
      if (id.trim() !== '""' && translation.trim() !== '""')
        translations.set(key, (translations.get(key) ?? new Set()).add(translation.trim()))
    }
  }
  return [...translations].filter(([, texts]) => texts.size > 1).map(([key]) => key)
}

/** Returns the messages without a translation, with the path of their catalogue. */
export function untranslatedIn(catalogues: ReadonlyMap<string, string>): readonly string[] {
  return [...catalogues].flatMap(([path, text]) =>
    [...text.matchAll(ENTRY)].flatMap(([, , id = '', translation = '']) =>
      id.trim() !== '""' && translation.trim() === '""' ? [`${path} ${id.trim()}`] : [],
    ),
  )
}

/** Returns messages of two words or more that are English in another language, with the path of their catalogue. */
export function copiedFromEnglish(catalogues: ReadonlyMap<string, string>): readonly string[] {
  return [...catalogues].flatMap(([path, text]) =>
    [...text.matchAll(ENTRY)].flatMap(([, , id = '', translation = '']) => {
      const isSentence = /[a-z]{2,} [a-z]{2,}/.test(id.replaceAll(/\{[^}]*\}/g, ''))
      const isCopied = id.trim() === translation.trim() && basename(path, '.po') !== 'en'
      return isSentence && isCopied ? [`${path} ${id.trim()}`] : []
    }),
  )
}

/** Reads every catalogue of the project, by path. */
export function readCatalogues(): ReadonlyMap<string, string> {
  return new Map(globSync('locales/**/*.po').map((path) => [path, readFileSync(path, 'utf8')]))
}
