/** Characters that XML 1.0 cannot contain even as references: controls, lone surrogates, U+FFFE and U+FFFF. */
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu
/**
 * Tabs and line breaks are escaped, because parsers normalise them in attributes. Carriage returns are normalised
 * everywhere.
 */
const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

/**
 * Replaces characters that XML does not allow, for writers with their own escaping.
 * @param write returns the replacement of a forbidden character; default: U+FFFD
 */
export function toXmlText(text: string, write: (character: string) => string = () => '\uFFFD'): string {
  return text.replaceAll(NOT_XML, (character) => write(character))
}

/** Escapes text for element content or a quoted attribute. */
export function escapeXml(text: string): string {
  return toXmlText(text).replaceAll(/[&<>"\t\n\r]/g, (character) => REFERENCES[character] ?? character)
}
