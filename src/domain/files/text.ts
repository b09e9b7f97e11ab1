/** Declared here, because it is pure and available in browsers and Node, but not in the ES library. */
declare const TextDecoder: new (encoding: string) => { decode(bytes: Uint8Array): string }

const SEPARATORS = [',', ';', '\t', '|']
const LINES = 20

/**
 * Type of a text. @param cut the file is longer than its head, so the last line is incomplete @returns undefined: not a
 * text
 */
export function detectTextType(head: Uint8Array, cut: boolean): string | undefined {
  const text = decodeHead(head)
  if (text === undefined) return undefined
  const start = text.replace(/^\uFEFF/, '').trimStart()
  if (start.startsWith('<')) return detectMarkupType(start)
  return isTable(text, cut) ? 'text/csv' : 'text/plain'
}

/**
 * Decodes UTF-16 with a byte order mark, otherwise UTF-8, in which letters of older encodings become U+FFFD. Undefined
 * if there are control characters.
 */
function decodeHead(head: Uint8Array): string | undefined {
  if (head.length === 0) return undefined
  const text = new TextDecoder(detectEncoding(head)).decode(head)
  // oxlint-disable-next-line no-control-regex
  return /[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(text) ? undefined : text
}

/** Encoding by the byte order mark. */
function detectEncoding([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/**
 * Returns the type of a markup text by its root element. A text that may be an HTML page counts as HTML, as in
 * browsers.
 */
function detectMarkupType(start: string): string {
  const root = start.replace(
    /^(?:\s+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE(?!\s+html)[^>[]*(?:\[[\s\S]*?\])?>)*/i,
    '',
  )
  if (/^<(?:[\w-]+:)?kml[\s>/]/.test(root)) return 'application/vnd.google-earth.kml+xml'
  if (/^<(?:[\w-]+:)?svg[\s>/]/.test(root)) return 'image/svg+xml'
  return start.startsWith('<?xml') && !/^<(?:!DOCTYPE\s+)?html/i.test(root) ? 'application/xml' : 'text/html'
}

/**
 * Checks for a table: at least two lines, with one separator that occurs equally often in each line. Text in quotes is
 * ignored.
 */
function isTable(text: string, cut: boolean): boolean {
  const all = text.replace(/"(?:[^"]|"")*"/g, 'x').split(/\r\n|\n|\r/)
  const fullText = (cut ? all.slice(0, -1) : all).filter((line) => line !== '').slice(0, LINES)
  if (fullText.length < 2) return false
  return SEPARATORS.some((separator) => {
    const counts = new Set(fullText.map((line) => line.split(separator).length))
    return counts.size === 1 && !counts.has(1)
  })
}
