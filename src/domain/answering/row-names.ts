import { visibleText } from '../kernel/visible-text.ts'
import type { Section } from '../templates/documents/section.ts'

type Named = Pick<Section, 'nombreFila'>

/** How the author calls one row (`árbol`) of a section, in the reader's language, else the form's; empty: not said. */
export function rowWord(section: Named, language: string): string {
  const alternative = (section as Readonly<Record<string, unknown>>)[`nombreFilaAlternativeLanguage_${language}`]
  const word =
    typeof alternative === 'string' && visibleText(alternative) !== '' ? alternative : (section.nombreFila ?? '')
  return word.trim()
}

/**
 * What a row is called on the form, in its lists, beside its answers and on paper. The main row is the first.
 * @param row its index among the repeated ones; null: the main row
 * @returns `Árbol 2`; null where the section does not say what its rows are, and the screen has its own words
 */
export function rowName(section: Named, row: number | null, language: string): string | null {
  const [first, ...rest] = rowWord(section, language)
  return first === undefined ? null : `${first.toUpperCase()}${rest.join('')} ${rowNumber(row)}`
}

/** People count rows from 1, and the main row is one of them. */
export function rowNumber(row: number | null): number {
  return row === null ? 1 : row + 2
}
