import { ok, refuse, type Result } from '#domain/kernel/index.ts'

/** Rows of a table, including empty rows. */
export type TableRows = readonly (readonly string[])[]

/** Separators in order of preference, if several occur equally often in the first row. */
const SEPARATORS = [',', ';', '\t', '|']
const DEFAULT_SEPARATOR = ','
/** Optional first line of Excel files with the separator, such as `sep=;`. The line is not part of the table. */
const SEPARATOR_LINE = /^sep=(.)(?:\r\n|\r|\n|$)/i
const AFTER_QUOTE = /^[ \t]*$/

/**
 * Reads a text table (RFC 4180).
 * @returns `import.unreadable` for binary data; `import.unclosed-quote` with the row of a quote that never ends, or is
 * followed by more text, because all later rows would be read as one cell
 */
export function readTable(bytes: Uint8Array): Result<TableRows> {
  const decoded = decodeText(bytes)
  if (decoded.includes('\0')) return refuse('import.unreadable')
  const [line, named] = SEPARATOR_LINE.exec(decoded) ?? []
  const text = line === undefined ? decoded : decoded.slice(line.length)
  return parseRows(text, named ?? detectSeparator(text))
}

const BYTE_ORDER_MARKS: readonly (readonly [encoding: string, mark: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/**
 * Decodes text by its byte-order mark. Without a mark, tries UTF-16 (by its zero bytes), UTF-8, then Windows-1252,
 * which accepts all bytes.
 */
function decodeText(bytes: Uint8Array): string {
  const marked = BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))
  const wide = marked?.[0] ?? detectUtf16(bytes)
  if (wide !== undefined) return new TextDecoder(wide).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Detects UTF-16 without a mark: of the first four characters, which are ASCII, every other byte is zero. */
function detectUtf16(bytes: Uint8Array): string | undefined {
  if (bytes.length < 4 || bytes.length % 2 === 1) return undefined
  const start = [...bytes.subarray(0, 8)]
  if (start.every((byte, index) => (byte === 0) === (index % 2 === 1))) return 'utf-16le'
  return start.every((byte, index) => (byte === 0) === (index % 2 === 0)) ? 'utf-16be' : undefined
}

/** Returns the separator that occurs most often, outside quotes, in the first row that contains a separator. */
function detectSeparator(text: string): string {
  const times = new Map<string, number>()
  let quoted = false
  for (const character of text) {
    if (character === '"') quoted = !quoted
    else if (!quoted && (character === '\n' || character === '\r') && times.size > 0) break
    else if (!quoted && SEPARATORS.includes(character)) times.set(character, (times.get(character) ?? 0) + 1)
  }
  const max = Math.max(0, ...times.values())
  return SEPARATORS.find((separator) => times.get(separator) === max) ?? DEFAULT_SEPARATOR
}

function parseRows(text: string, separator: string): Result<TableRows> {
  const rows: string[][] = []
  let row: string[] = []
  let index = 0
  while (index < text.length) {
    const cell = text[index] === '"' ? readQuotedCell(text, index, separator) : readPlainCell(text, index, separator)
    if (cell === undefined) return refuse('import.unclosed-quote', { row: rows.length + 1 })
    row.push(cell.value)
    index = cell.end
    if (text[index] === separator) {
      index += 1
      // A separator at the end of the text is followed by an empty cell.
      if (index < text.length) continue
      row.push('')
    }
    index += text.startsWith('\r\n', index) ? 2 : 1
    rows.push(row)
    row = []
  }
  return ok(rows)
}

type ReadCell = { readonly value: string; readonly end: number }

function readPlainCell(text: string, from: number, separator: string): ReadCell {
  let end = from
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { value: text.slice(from, end), end }
}

/** @returns undefined when the quote never ends, or is followed by more text */
function readQuotedCell(text: string, from: number, separator: string): ReadCell | undefined {
  let value = ''
  for (let index = from + 1; ;) {
    const quote = text.indexOf('"', index)
    if (quote === -1) return undefined
    value += text.slice(index, quote)
    if (text[quote + 1] !== '"') {
      const rest = readPlainCell(text, quote + 1, separator)
      return AFTER_QUOTE.test(rest.value) ? { value, end: rest.end } : undefined
    }
    value += '"'
    index = quote + 2
  }
}
