import type { Citizen } from '../documents/index.ts'
import {
  MAX_CITIZEN_NAME_LENGTH,
  MAX_NATURAL_ID_LENGTH,
  MAX_NATURAL_ID_LENGTH_PT,
  MAX_PHONE_DIGITS,
  MIN_NATURAL_ID_LENGTH,
  TAX_NUMBER_LENGTH,
} from '../kernel/index.ts'

/** A field of a citizen that cannot stay as it is: not given though it must be, or not possible. */
export type CitizenField = 'dni' | 'cuit' | 'nombre' | 'apellido' | 'email' | 'telefono' | 'calle'
export type CitizenFaults = Readonly<Partial<Record<CitizenField, 'missing' | 'invalid'>>>

const NAME = /^[\p{L}\p{M}\p{N}.'’\s-]+$/u
const DIGITS = /^\d+$/
const LETTERS_AND_DIGITS = /^[\p{L}\p{M}\p{N}]+$/u
const TAX_PREFIX = /^(?:20|23|27|30|33)/
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/
const PHONE = new RegExp(`^\\+?\\d{1,${MAX_PHONE_DIGITS}}$`)

/**
 * What is wrong with a citizen who was typed in by hand (part 3, point 5).
 * @param language the interface in Portuguese allows letters in an ID number
 * @returns nothing when the citizen may be sent
 */
export function citizenFaults(citizen: Citizen, language: string): CitizenFaults {
  const legal = citizen.tipo === 'juridica'
  const faults: readonly (readonly [CitizenField, 'missing' | 'invalid' | null])[] = [
    legal ? ['cuit', required(citizen.cuit, isTaxNumber)] : ['dni', required(citizen.dni, (text) => isNaturalId(text, language))],
    ['nombre', required(citizen.nombre, isName)],
    ['apellido', legal ? null : required(citizen.apellido, isName)],
    ['email', optional(citizen.email, (text) => EMAIL.test(text))],
    ['telefono', optional(citizen.telefono, (text) => PHONE.test(text.replaceAll(/[\s-]/g, '')))],
    ['calle', optional(citizen.calle, isName)],
  ]
  return Object.fromEntries(faults.filter(([, fault]) => fault !== null))
}

/** 11 digits, hyphens optional, beginning with 20, 23, 27, 30 or 33. */
export function isTaxNumber(typed: string): boolean {
  const digits = typed.trim().replaceAll('-', '')
  return digits.length === TAX_NUMBER_LENGTH && DIGITS.test(digits) && TAX_PREFIX.test(digits)
}

/** 6 to 14 digits; in Portuguese 6 to 11 letters and digits. */
export function isNaturalId(typed: string, language: string): boolean {
  const text = typed.trim()
  if (text.length < MIN_NATURAL_ID_LENGTH) return false
  if (language === 'pt') return text.length <= MAX_NATURAL_ID_LENGTH_PT && LETTERS_AND_DIGITS.test(text)
  return text.length <= MAX_NATURAL_ID_LENGTH && DIGITS.test(text)
}

function isName(text: string): boolean {
  return text.length <= MAX_CITIZEN_NAME_LENGTH && NAME.test(text)
}

function required(text: string, fits: (text: string) => boolean): 'missing' | 'invalid' | null {
  return text.trim() === '' ? 'missing' : fits(text.trim()) ? null : 'invalid'
}

function optional(text: string, fits: (text: string) => boolean): 'invalid' | null {
  return text.trim() === '' || fits(text.trim()) ? null : 'invalid'
}
