/** Characters that XML 1.0 cannot hold even as a reference: controls, halves of surrogate pairs, U+FFFE and U+FFFF. */
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu
/** Tabs and line breaks are references: parsers change them in attributes, and a carriage return everywhere. */
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
 * Text that any XML document can hold, for writers that escape it themselves.
 *
 * @param write a character that XML forbids; by default U+FFFD replaces it
 */
export function xmlText(text: string, write: (character: string) => string = () => '\uFFFD'): string {
  return text.replaceAll(NOT_XML, (character) => write(character))
}

/** Escapes the text for the content of an element or a quoted attribute. */
export function escapeXml(text: string): string {
  return xmlText(text).replaceAll(/[&<>"\t\n\r]/g, (character) => REFERENCES[character] ?? character)
}
