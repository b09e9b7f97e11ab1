import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  shortenCell,
  MAX_CELL_CHARACTERS,
  unescapeCsvField,
  unescapeSpreadsheetText,
  escapeCsvField,
  escapeSpreadsheetText,
} from './safe-text.ts'

/** Characters with which spreadsheets recognise formulas. */
const DANGEROUS = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']

describe('a text in a table', () => {
  it.each(DANGEROUS)('that begins with %j is no formula', (mark) => {
    expect(escapeSpreadsheetText(`${mark}HYPERLINK("http://evil")`)).toBe(`'${mark}HYPERLINK("http://evil")`)
  })

  it.each(['', 'x=1', ' =1', "it's", "'quoted'", 'Ñandú', '2+2'])('like %j stays as it is', (text) => {
    expect(escapeSpreadsheetText(text)).toBe(text)
  })

  const texts = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(fc.constantFrom(...DANGEROUS, "'", 'a', ' ')).map((parts) => parts.join('')),
  )

  it('never begins a formula, whatever it is, and can be read back', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const safe = escapeSpreadsheetText(text)
        expect(DANGEROUS.some((mark) => safe.startsWith(mark))).toBe(false)
        expect(unescapeSpreadsheetText(safe)).toBe(text)
      }),
    )
  })

  it('is never another one than before', () => {
    fc.assert(
      fc.property(
        texts,
        texts,
        (one, other) => (escapeSpreadsheetText(one) === escapeSpreadsheetText(other)) === (one === other),
      ),
    )
  })
})

describe('a text in a CSV file', () => {
  /** The cells of a line with a text, as split by a spreadsheet that uses semicolons or tabs as separators. */
  const cells = (text: string): readonly string[] =>
    `VIS1,"${escapeCsvField(text).replaceAll('"', '""')}"`
      .split(/[;\t\r\n]/)
      .slice(1)
      // A cell that begins with a quote contains the text within its quotes, and what follows them.
      .map((cell) => cell.replace(/^"+/, ''))

  it.each([
    ";=cmd|'/C calc'!A0;",
    ';"=1+1&"',
    'one\n=1+1',
    'one\r\n-1+1',
    'a;＝HYPERLINK("x")',
    ';;=1',
    "; ';=1",
    'x\t@SUM(1)',
  ])('like %j begins no formula where a spreadsheet in Spanish cuts it', (text) => {
    expect(cells(text).filter((cell) => /^[=+\-@＝＋－＠]/u.test(cell))).toEqual([])
    expect(unescapeCsvField(escapeCsvField(text))).toBe(text)
  })

  it.each(['a; b', 'one\ntwo', 'x;y=1', 'a=b;c'])('like %j stays as it is', (text) => {
    expect(escapeCsvField(text)).toBe(text)
  })

  const texts = fc
    .array(fc.constantFrom(...DANGEROUS, ';', "'", '"', 'a', ' '), { maxLength: 12 })
    .map((parts) => parts.join(''))

  it('never begins a formula in any of its parts, and can be read back', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(cells(text).filter((cell) => /^[=+\-@＝＋－＠]/u.test(cell))).toEqual([])
        expect(unescapeCsvField(escapeCsvField(text))).toBe(text)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('a text in a cell', () => {
  it('is cut where a workbook would be broken, and says so', () => {
    expect(shortenCell('x'.repeat(MAX_CELL_CHARACTERS))).toHaveLength(MAX_CELL_CHARACTERS)
    const cut = shortenCell('x'.repeat(MAX_CELL_CHARACTERS + 1))
    expect([cut.length, cut.endsWith('x…')]).toEqual([MAX_CELL_CHARACTERS, true])
    expect(shortenCell(`${'x'.repeat(MAX_CELL_CHARACTERS - 2)}😀😀`).isWellFormed()).toBe(true)
  })
})
