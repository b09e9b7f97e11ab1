import { visibleText } from '../kernel/visible-text.ts'
import type { Section } from '../templates/documents/section.ts'

type Named = Pick<Section, 'nombreFila'>

/** Name of one row of a section (`árbol`), in the reader's language or the form's; empty if not specified. */
export function rowWord(section: Named, language: string): string {
  const alternative = (section as Readonly<Record<string, unknown>>)[`nombreFilaAlternativeLanguage_${language}`]
  const word =
    typeof alternative === 'string' && visibleText(alternative) !== '' ? alternative : (section.nombreFila ?? '')
  return word.trim()
}

/**
 * Title of a row in forms, lists, answers and PDFs. The main row is the first.
 * @param row index among the additional rows; null: the main row
 * @returns `Árbol 2`; null if the section does not name its rows, when screens use a general word
 */
export function rowName(section: Named, row: number | null, language: string): string | null {
  const [first, ...rest] = rowWord(section, language)
  return first === undefined ? null : `${first.toUpperCase()}${rest.join('')} ${rowNumber(row)}`
}

/** Returns the number of a row, counted from 1, including the main row. */
export function rowNumber(row: number | null): number {
  return row === null ? 1 : row + 2
}
