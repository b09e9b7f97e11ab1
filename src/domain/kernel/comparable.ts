/** Whitespace, dashes, full stops, and invisible characters such as zero-width spaces and soft hyphens. */
const IGNORED =
  /[\s.\p{Dash_Punctuation}\u2212\u2800\p{Control}\p{Format}\p{Default_Ignorable_Code_Point}\p{White_Space}]/gu

/**
 * Comparable form of a discount code. Ignores compatibility forms (NFKC), case, spaces, dashes, full stops and
 * invisible characters. Empty means that the payer entered no code; no discount has an empty code.
 */
export function toComparableDiscountCode(text: string): string {
  return text.normalize('NFKC').replaceAll(IGNORED, '').toUpperCase().toLowerCase().normalize('NFKC')
}

export function isEmptyDiscountCode(text: string | undefined): boolean {
  return text === undefined || toComparableDiscountCode(text) === ''
}

/** Names of documents, or words for "number", typed before an ID number. */
const BEFORE_NUMBER =
  /^(?:(?:DNI|LC|LE|CI|CUIT|CUIL|RUT|RUN|NIE|NIF|CPF|RG|CC|CURP|DOCUMENTO|DOC|CEDULA|PASAPORTE)(?:N|NO|NRO|NUMERO)?|NO|NRO|NUMERO)(?=\d)/

/**
 * Comparable form of an ID number. Ignores punctuation, spaces, case, digit script, document type prefix (`DNI`) and
 * leading zeros. An empty number matches no one.
 */
export function toComparableIdNumber(text: string): string {
  return toPlainIdNumber(text).replace(/^0+(?=.)/, '')
}

/**
 * ID number for an external registry, without punctuation and document type prefix; leading zeros are kept, because the
 * registry decides about them.
 */
export function toPlainIdNumber(text: string): string {
  const plainText = withAsciiDigits(text.normalize('NFKD'))
    .replaceAll(/[^\p{Letter}\p{Number}]/gu, '')
    .toUpperCase()
  return plainText.replace(BEFORE_NUMBER, '')
}

/**
 * Checks an ID number of a payer or ticket holder: 6 to 14 letters and digits without punctuation, with at least one
 * digit. Letters are allowed, because visitors pay with a passport.
 */
export function isIdNumber(text: string): boolean {
  return /^(?=.*\p{Number}).{6,14}$/u.test(toPlainIdNumber(text))
}

/** Minimum digits of a search text that is treated as an ID number. */
const MIN_SEARCH_DIGITS = 6

/** Comparable ID number of a search text; undefined for other texts. */
export function parseIdNumberSearch(typed: string): string | undefined {
  const number = toComparableIdNumber(typed)
  return number.length >= MIN_SEARCH_DIGITS && /^\d+$/.test(number) ? number : undefined
}

/**
 * Converts decimal digits of all scripts to 0 to 9. Unicode has the digits of each script in a row, from zero to nine.
 */
function withAsciiDigits(text: string): string {
  return text.replaceAll(/(?![0-9])\p{Decimal_Number}/gu, (digit) => {
    const point = digit.codePointAt(0) ?? 0
    let first = point
    while (/\p{Decimal_Number}/u.test(String.fromCodePoint(first - 1))) first -= 1
    return String((point - first) % 10)
  })
}
