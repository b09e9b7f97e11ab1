import { expect, it } from 'vitest'
import { getVisibleText } from './visible-text.ts'

it.each([
  ['a zero-width space', '12\u200B34', '1234'],
  ['a mark of byte order', '\uFEFF1234', '1234'],
  ['marks of direction', '\u202A+54 351\u202C\u200E', '+54 351'],
  ['a soft hyphen', 'mu\u00ADni', 'muni'],
  ['a control character', '\u0000a\u0007b\u007F\u0085', 'ab'],
  ['a Hangul filler', '\u3164\u115F\uFFA0', ''],
  ['an empty Braille cell', '\u2800 \u2800', ''],
  ['a variation selector', '\uFE0F\u{E0100}', ''],
  ['a word joiner', '\u2060', ''],
  ['blanks of every kind around it', '\t \u00A0\u2003\u3000x\u2028\r\n', 'x'],
])('leaves out %s', (_what, text, visible) => {
  expect(getVisibleText(text)).toBe(visible)
})

it.each(['a  b', 'línea\notra\tcelda', '12\u00A0345', 'ñandú', '日本', '😀', '٣', '-', '\u0301x'])(
  'keeps %j',
  (text) => {
    expect(getVisibleText(text)).toBe(text)
  },
)
