import type { Citizen } from './documents/citizen.ts'

/** Holder of an identity document, read from its barcode. */
export type IdCardHolder = Pick<Citizen, 'dni' | 'nombre' | 'apellido'>

const NUMBER = /^[FM]?\d{6,9}$/

/**
 * Parses the PDF417 barcode of an Argentine identity document (RENAPER), whose fields are separated by `@`:
 * - current cards: procedure, surname, names, sex, number, copy, birth, issue
 * - older laminated cards: an empty field, number, copy, page, surname, names, nationality, birth, sex
 * @returns undefined for other codes
 */
export function parseIdCardBarcode(text: string): IdCardHolder | undefined {
  const parts = text.split('@').map((part) => part.trim())
  const [dni = '', apellido = '', nombre = ''] =
    parts[0] === '' ? [parts[1], parts[4], parts[5]] : [parts[4], parts[1], parts[2]]
  return parts.length >= 8 && NUMBER.test(dni) && apellido !== '' && nombre !== ''
    ? { dni: dni.replace(/^[FM]?0*/, ''), nombre, apellido }
    : undefined
}
