import common from 'fxa-common-password-list'
import type { User } from '#domain/users/index.ts'
import { MIN_PASSWORD_LENGTH, ok, refuse, type Result } from '#domain/kernel/index.ts'

/** Words that do not count towards a password's length, in addition to the user's names. */
const OWN_WORDS = ['relevo', 'formulario', 'inspector', 'supervisor', 'municipio', 'municipalidad']
/** Minimum length of a name to remove. Shorter names occur in half of all passwords. */
const MIN_NAME_LENGTH = 4
/** Minimum characters besides these words and names. */
const MIN_REST = 6

/** Checks the length in characters, not bytes. Refuses with password.too-short. */
export function checkPasswordLength(password: string): Result<true> {
  return [...password].length < MIN_PASSWORD_LENGTH
    ? refuse('password.too-short', { min: MIN_PASSWORD_LENGTH })
    : ok(true)
}

/**
 * Checks a new password. Refuses with password.too-short, password.common (the 50,000 most used, by Mozilla) and
 * password.personal.
 */
export function checkPassword(
  password: string,
  { firstName, lastName, userMuniCore, email }: Pick<User, 'firstName' | 'lastName' | 'userMuniCore' | 'email'>,
): Result<true> {
  const length = checkPasswordLength(password)
  if (!length.ok) return length
  const plain = password.toLowerCase()
  if (common.test(plain)) return refuse('password.common')
  const names = `${firstName} ${lastName} ${userMuniCore} ${email}`.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  const words = [...OWN_WORDS, ...names]
    .filter((word) => word.length >= MIN_NAME_LENGTH)
    .sort((a, b) => b.length - a.length)
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), plain)
  const isPersonal = rest !== plain && [...rest].length < MIN_REST
  return isPersonal ? refuse('password.personal') : ok(true)
}
