/** Whitespace, dashes, full stops, and invisible characters such as zero-width spaces and soft hyphens. */
const IGNORED =
  /[\s.\p{Dash_Punctuation}\u2212\u2800\p{Control}\p{Format}\p{Default_Ignorable_Code_Point}\p{White_Space}]/gu

/**
 * The form in which discount codes are compared. An empty result is an empty code: the payer has entered none, and a
 * reduction cannot have it as its code. Compatibility forms (NFKC), case, spaces, dashes, full stops and invisible
 * characters make no difference.
 */
export function comparableCode(text: string): string {
  return text.normalize('NFKC').replaceAll(IGNORED, '').toUpperCase().toLowerCase().normalize('NFKC')
}

export function isEmptyCode(text: string | undefined): boolean {
  return text === undefined || comparableCode(text) === ''
}

/** The document's name, or a word for "number", that people type before it. */
const BEFORE_NUMBER =
  /^(?:(?:DNI|LC|LE|CI|CUIT|CUIL|RUT|RUN|NIE|NIF|CPF|RG|CC|CURP|DOCUMENTO|DOC|CEDULA|PASAPORTE)(?:N|NO|NRO|NUMERO)?|NO|NRO|NUMERO)(?=\d)/

/**
 * The form in which ID numbers are compared, wherever a person is recognised by one. Signs, spaces, case, the script of
 * the digits, the name of the document before the number and leading zeros make no difference. Empty: no one's number.
 */
export function comparableIdNumber(text: string): string {
  return bareIdNumber(text).replace(/^0+(?=.)/, '')
}

/** An ID number for a registry of another system, which decides about leading zeros: without signs and its name. */
export function bareIdNumber(text: string): string {
  const plain = withAsciiDigits(text.normalize('NFKD'))
    .replaceAll(/[^\p{Letter}\p{Number}]/gu, '')
    .toUpperCase()
  return plain.replace(BEFORE_NUMBER, '')
}

/** Minimum digits of a search text that is taken for an ID number. */
const MIN_SOUGHT_DIGITS = 6

/** The comparable ID number that a search text is; undefined for any other text. */
export function soughtIdNumber(typed: string): string | undefined {
  const number = comparableIdNumber(typed)
  return number.length >= MIN_SOUGHT_DIGITS && /^\d+$/.test(number) ? number : undefined
}

/** Decimal digits of every script become 0 to 9: Unicode has them in runs of ten, from zero to nine. */
function withAsciiDigits(text: string): string {
  return text.replaceAll(/(?![0-9])\p{Decimal_Number}/gu, (digit) => {
    const point = digit.codePointAt(0) ?? 0
    let first = point
    while (/\p{Decimal_Number}/u.test(String.fromCodePoint(first - 1))) first -= 1
    return String((point - first) % 10)
  })
}
