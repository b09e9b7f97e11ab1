import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { oneLine, plainText } from './plain-text.ts'

describe('a text that can be set', () => {
  it('has one kind of new line and of space', () => {
    expect(plainText('a\r\nb\rc\u2028d\u0085e\tf\u00a0g\u3000h')).toBe('a\nb\nc\nd\ne f g h')
  })

  it('has no controls, and nothing that turns other text around', () => {
    expect(plainText('a\u0000b\u0007c\u202ed\u2066e\u200bf\ufeffg\u00adh')).toBe('abcdefgh')
  })

  it('has composed letters and whole characters', () => {
    expect(plainText('e\u0301 \ud800 n\u0303')).toBe('é \ufffd ñ')
  })

  it('has no tower of marks', () => {
    expect(plainText(`x${'\u0336'.repeat(40)}y`)).toBe(`x${'\u0336'.repeat(8)}y`)
  })

  it('has one mark for one picture', () => {
    expect([...plainText('👍🏽 ❤️')]).toEqual(['👍', ' ', '❤'])
  })

  it('is the same when it is made once more, whatever it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(plainText(plainText(text))).toBe(plainText(text))
        expect(oneLine(text)).not.toMatch(/[\n\r\t]|^ | $/)
      }),
    )
  })
})
