import { getVisibleText } from '../kernel/visible-text.ts'
import type { Section } from '../templates/documents/section.ts'

type Named = Pick<Section, 'nombreFila'>

/** Name of one row of a section (`árbol`), in the reader's language or the form's; empty if not specified. */
export function findRowNoun(section: Named, language: string): string {
  const alternative = (section as Readonly<Record<string, unknown>>)[`nombreFilaAlternativeLanguage_${language}`]
  const word =
    typeof alternative === 'string' && getVisibleText(alternative) !== '' ? alternative : (section.nombreFila ?? '')
  return word.trim()
}

/**
 * Title of a row in forms, lists, answers and PDFs. The main row is the first.
 * @param row index among the additional rows; null: the main row
 * @returns `Árbol 2`; null if the section does not name its rows; screens then use a general word
 */
export function formatRowTitle(section: Named, row: number | null, language: string): string | null {
  const [first, ...rest] = findRowNoun(section, language)
  return first === undefined ? null : `${first.toUpperCase()}${rest.join('')} ${toRowNumber(row)}`
}

/** Returns the number of a row, counted from 1, including the main row. */
export function toRowNumber(row: number | null): number {
  return row === null ? 1 : row + 2
}
