import { RECOVERY_CODES, visibleText } from '#domain/kernel/index.ts'
import type { Ports } from '../../ports.ts'

/** Letters of codes: Crockford's base 32, which has no letters that look alike. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Number of random letters after the code's number: 45 bits. */
const RANDOM_LETTERS = 9

export type NewRecoveryCodes = { readonly codes: readonly string[]; readonly hashes: readonly string[] }

/**
 * Creates codes such as `3F7K2-M9QXT`, and their hashes. Each code begins with its number, so that checking a guess
 * costs one hash instead of ten.
 */
export async function newRecoveryCodes({
  random,
  passwords,
}: Pick<Ports, 'random' | 'passwords'>): Promise<NewRecoveryCodes> {
  const plain = Array.from({ length: RECOVERY_CODES }, (_, number) => {
    const letters = [...random(RANDOM_LETTERS)].map((byte) => LETTERS[byte % LETTERS.length] ?? '')
    return `${number}${letters.join('')}`
  })
  const hashes: string[] = []
  // Hashed one by one, because each needs the memory of a sign-in.
  for (const code of plain) hashes.push(await passwords.hash(code))
  return { codes: plain.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`), hashes }
}

/** Parses a typed code into its number and the text to compare with its hash. Undefined when malformed. */
export function parseRecoveryCode(typed: string): { readonly number: number; readonly code: string } | undefined {
  const code = visibleText(typed).toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  const isOne = code.length === RANDOM_LETTERS + 1 && [...code].every((letter) => LETTERS.includes(letter))
  const number = Number(code[0])
  return isOne && number < RECOVERY_CODES ? { number, code } : undefined
}
