import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toOneLine, toPlainText } from './plain-text.ts'

describe('a text that can be set', () => {
  it('has one kind of new line and of space', () => {
    expect(toPlainText('a\r\nb\rc\u2028d\u0085e\tf\u00a0g\u3000h')).toBe('a\nb\nc\nd\ne f g h')
  })

  it('has no controls, and nothing that turns other text around', () => {
    expect(toPlainText('a\u0000b\u0007c\u202ed\u2066e\u200bf\ufeffg\u00adh')).toBe('abcdefgh')
  })

  it('has composed letters and whole characters', () => {
    expect(toPlainText('e\u0301 \ud800 n\u0303')).toBe('é \ufffd ñ')
  })

  it('has no tower of marks', () => {
    expect(toPlainText(`x${'\u0336'.repeat(40)}y`)).toBe(`x${'\u0336'.repeat(8)}y`)
  })

  it('has one mark for one picture', () => {
    expect([...toPlainText('👍🏽 ❤️')]).toEqual(['👍', ' ', '❤'])
  })

  it('is the same when it is made once more, whatever it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(toPlainText(toPlainText(text))).toBe(toPlainText(text))
        expect(toOneLine(text)).not.toMatch(/[\n\r\t]|^ | $/)
      }),
    )
  })
})
