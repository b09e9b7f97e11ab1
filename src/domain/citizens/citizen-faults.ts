import { toPlainIdNumber } from '../kernel/comparable.ts'
import { getVisibleText } from '../kernel/visible-text.ts'
import type { Citizen } from './documents/citizen.ts'
import {
  MAX_CITIZEN_NAME_LENGTH,
  MAX_EMAIL_LENGTH,
  MAX_NATURAL_ID_LENGTH,
  MAX_NATURAL_ID_LENGTH_PT,
  MAX_NEW_PERSON_ID_LENGTH,
  MAX_PHONE_DIGITS,
  MAX_TAX_SEARCH_LENGTH,
  MAX_WRITTEN_NUMBER_LENGTH,
  MIN_NATURAL_ID_LENGTH,
  TAX_NUMBER_LENGTH,
} from '../kernel/limits.ts'

/** Field of a citizen that is checked. */
export type CitizenField = (typeof CITIZEN_FIELDS)[number]
export type CitizenFieldErrors = Readonly<Partial<Record<CitizenField, 'missing' | 'invalid'>>>
const CITIZEN_FIELDS = ['dni', 'cuit', 'nombre', 'apellido', 'email', 'telefono', 'calle'] as const

/** Surname that the citizen registry requires for legal entities. */
export const LEGAL_ENTITY_SURNAME = 'Dummy'

const NAME = /^[\p{L}\p{M}\p{N}.'’\s-]+$/u
const DIGITS = /^\d+$/
const LETTERS_AND_DIGITS = /^[\p{L}\p{M}\p{N}]+$/u
const TAX_PREFIX = /^(?:20|23|27|30|33)/
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/
const PHONE = new RegExp(`^\\+?\\d{1,${MAX_PHONE_DIGITS}}$`)

/**
 * Checks the citizen of an answer (part 3, point 5). Typed citizens must satisfy the rules for creating them in the
 * registry; for registered citizens only the number is checked, because names come from the registry.
 * @returns empty when valid
 */
export function findCitizenFieldErrors(citizen: Citizen): CitizenFieldErrors {
  const legal = citizen.tipo === 'juridica'
  const known = citizen.id !== undefined
  const number: FieldError = legal
    ? [
        'cuit',
        findRequiredFieldError(citizen.cuit, known ? (text) => isNumber(text, MAX_TAX_SEARCH_LENGTH) : isTaxNumber),
      ]
    : [
        'dni',
        findRequiredFieldError(citizen.dni, (text) =>
          isNumber(text, known ? MAX_NATURAL_ID_LENGTH : MAX_NEW_PERSON_ID_LENGTH),
        ),
      ]
  const others: readonly FieldError[] = [
    ['nombre', findRequiredFieldError(citizen.nombre, legal ? isBusinessName : isName)],
    ['apellido', legal ? null : findRequiredFieldError(citizen.apellido, isName)],
    ['email', findOptionalFieldError(citizen.email, (text) => EMAIL.test(text))],
    ['telefono', findOptionalFieldError(citizen.telefono, (text) => PHONE.test(text.replaceAll(/[\s-]/g, '')))],
    ['calle', findOptionalFieldError(citizen.calle, isName)],
  ]
  const fieldErrors = (known ? [number] : [number, ...others]).map(
    ([name, fieldError]) => [name, citizen[name].length > getMaxFieldLength(name) ? 'invalid' : fieldError] as const,
  )
  return Object.fromEntries(fieldErrors.filter(([, fieldError]) => fieldError !== null))
}

/** Maximum stored characters of a field, including spaces and hyphens. */
function getMaxFieldLength(name: CitizenField): number {
  if (name === 'email') return MAX_EMAIL_LENGTH
  return name === 'dni' || name === 'cuit' || name === 'telefono' ? MAX_WRITTEN_NUMBER_LENGTH : MAX_CITIZEN_NAME_LENGTH
}
type FieldError = readonly [CitizenField, 'missing' | 'invalid' | null]

/** Checks whether no citizen was entered. Kind and the automatic surname do not count. */
export function isCitizenEmpty(citizen: Citizen): boolean {
  if (citizen.id !== undefined) return false
  return CITIZEN_FIELDS.every(
    (name) => getVisibleText(citizen[name]) === '' || (name === 'apellido' && citizen[name] === LEGAL_ENTITY_SURNAME),
  )
}

/** Checks for 11 digits that start with 20, 23, 27, 30 or 33. */
export function isTaxNumber(typed: string): boolean {
  const digits = toPlainIdNumber(typed)
  return digits.length === TAX_NUMBER_LENGTH && DIGITS.test(digits) && TAX_PREFIX.test(digits)
}

/** Checks a number for a registry search: 6 to 14 digits; in the `pt` interface 6 to 11 letters and digits. */
export function isNaturalPersonNumber(typed: string, language: string): boolean {
  const text = toPlainIdNumber(typed)
  if (text.length < MIN_NATURAL_ID_LENGTH) return false
  if (language === 'pt') return text.length <= MAX_NATURAL_ID_LENGTH_PT && LETTERS_AND_DIGITS.test(text)
  return text.length <= MAX_NATURAL_ID_LENGTH && DIGITS.test(text)
}

/** Checks the length of a number. Punctuation alone is no number, because it would be equal for everyone. */
function isNumber(text: string, max: number): boolean {
  const { length } = toPlainIdNumber(text)
  return length > 0 && length <= max
}

/** Business names have no pattern in the specification, e.g. "Pérez & Hijos". */
function isBusinessName(text: string): boolean {
  return text.length <= MAX_CITIZEN_NAME_LENGTH
}

function isName(text: string): boolean {
  return text.length <= MAX_CITIZEN_NAME_LENGTH && NAME.test(text)
}

function findRequiredFieldError(text: string, fits: (text: string) => boolean): 'missing' | 'invalid' | null {
  const visible = getVisibleText(text)
  if (visible === '') return 'missing'
  return fits(visible) ? null : 'invalid'
}

function findOptionalFieldError(text: string, fits: (text: string) => boolean): 'invalid' | null {
  return getVisibleText(text) === '' || fits(getVisibleText(text)) ? null : 'invalid'
}
