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
 * The form in which ID numbers are compared, wherever a person is recognised by one. Signs, spaces, case, the name of
 * the document before the number and leading zeros make no difference. Empty: no one's number.
 */
export function comparableIdNumber(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/[^\p{Letter}\p{Number}]/gu, '')
    .toUpperCase()
  return plain.replace(BEFORE_NUMBER, '').replace(/^0+(?=.)/, '')
}
