import type { Language } from '../kernel/index.ts'
import { parseLanguage } from './languages.ts'
import { readCell, type SheetEntry } from './table.ts'

/** A text in the form's own language, and in other supported languages. */
export type TranslatedTexts = { readonly text: string; readonly others: Readonly<Partial<Record<Language, string>>> }

/** Language of the form's own texts, as specified in the settings; empty if not specified. */
export type FormLanguage = { readonly written: string; readonly language: Language | null }

export function toFormLanguage(written: string): FormLanguage {
  const plainText = written.trim().toLowerCase()
  // pyxform writes `default` if the workbook specifies no language.
  return plainText === '' || plainText === 'default'
    ? { written: '', language: null }
    : { written: plainText, language: parseLanguage(plainText) }
}

/**
 * Reads a text in all languages. The form's own text is the one in the column without a language, otherwise the one in
 * the form's language, otherwise the first. Unsupported languages are omitted here; each gets one note per column.
 */
export function readTexts(entry: SheetEntry, name: string, ownLanguage: FormLanguage): TranslatedTexts {
  const written = entry.cells.filter(([column]) => column.name === name && column.language !== null)
  const isOwn = (language: string | null): boolean =>
    language === ownLanguage.written ||
    (ownLanguage.language !== null && parseLanguage(language ?? '') === ownLanguage.language)
  const plainText = readCell(entry, name)
  const chosen = plainText !== '' ? undefined : (written.find(([{ language }]) => isOwn(language)) ?? written[0])
  const others: Partial<Record<Language, string>> = {}
  for (const [column, text] of written) {
    const language = parseLanguage(column.language ?? '')
    if (language !== null && column !== chosen?.[0]) others[language] ??= text
  }
  return { text: plainText !== '' ? plainText : (chosen?.[1] ?? ''), others }
}

export const NO_TEXTS: TranslatedTexts = { text: '', others: {} }

export function isTextEmpty({ text }: TranslatedTexts): boolean {
  return text === ''
}

/** Returns a text as fields of a document: `titulo` and `tituloAlternativeLanguage_pt`. */
export function toTextFields<Name extends string>(
  name: Name,
  { text, others }: TranslatedTexts,
): Readonly<Record<string, string>> {
  const alternatives = Object.entries(others).map(([language, other]) => [
    `${name}AlternativeLanguage_${language}`,
    other,
  ])
  return { [name]: text, ...(Object.fromEntries(alternatives) as Record<string, string>) }
}
