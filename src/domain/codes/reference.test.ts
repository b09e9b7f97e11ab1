import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { generateAnswerId } from '../kernel/new-ids.ts'
import { buildReference, parseReferencePrefix } from './reference.ts'

const ids = fc.uint8Array({ minLength: 16, maxLength: 16 }).map(generateAnswerId)

describe('the provisional reference', () => {
  it('can be read back from how it was written down, for every id', () => {
    fc.assert(
      fc.property(ids, (id) => {
        expect(parseReferencePrefix(buildReference(id))).toBe(id.slice(0, 6))
      }),
    )
  })

  it('forgives case, missing hyphen and letters that look like digits', () => {
    expect(parseReferencePrefix(' 7f3k2m ')).toBe('7F3K2M')
    expect(parseReferencePrefix('o1l-iab')).toBe('0111AB')
  })

  it.each(['', '7F3-K2', '7F3-K2MM', 'UUU-UUU', 'CBA1042'])('does not take %j for one', (typed) => {
    expect(parseReferencePrefix(typed)).toBeNull()
  })
})
