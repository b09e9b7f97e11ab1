import { describe, expect, it } from 'vitest'
import { isIdNumber, toPlainIdNumber, toComparableIdNumber, parseIdNumberSearch } from './comparable.ts'

/** Numbering systems of ten decimal digits, as the platform names them. */
const SYSTEMS = ['arab', 'arabext', 'beng', 'deva', 'fullwide', 'khmr', 'mathsans', 'nkoo', 'osma', 'thai', 'tibt']

describe('an ID number', () => {
  it.each([
    '30111222',
    '030111222',
    '30.111.222',
    '30 111-222',
    'DNI 30111222',
    'D.N.I. N\u00BA 30.111.222',
    'dni: 30111222',
    '30111222\u200B',
    '\u0663\u0660\u0661\u0661\u0661\u0662\u0662\u0662',
    '\uFF13\uFF10\uFF11\uFF11\uFF11\uFF12\uFF12\uFF12',
    'DNI \u0969\u0966.\u0967\u0967\u0967.\u0968\u0968\u0968',
  ])('is compared as its digits when it is written %j', (written) => {
    expect(toComparableIdNumber(written)).toBe('30111222')
  })

  it.each(SYSTEMS)('has digits of the numbering system %s', (system) => {
    const written = new Intl.NumberFormat(`es-u-nu-${system}`, { useGrouping: false }).format(9_876_543_210)
    expect(written).not.toBe('9876543210')
    expect(toComparableIdNumber(written)).toBe('9876543210')
  })

  it('has a value from 0 to 9 for each decimal digit of Unicode', () => {
    const found = new Map<string, number>()
    for (let point = 0; point <= 0x10_ffff; point += 1) {
      const text = point >= 0xd800 && point <= 0xdfff ? '' : String.fromCodePoint(point)
      if (/\p{Nd}/u.test(text)) {
        const value = toComparableIdNumber(`1${text}`).slice(1)
        found.set(value, (found.get(value) ?? 0) + 1)
      }
    }
    expect([...found.keys()]).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'])
    expect(new Set(found.values()).size).toBe(1)
  })

  it('keeps leading zeros for the registry, which decides about them', () => {
    expect(['DNI 07.654.321', '012-345-678-90'].map(toPlainIdNumber)).toEqual(['07654321', '01234567890'])
  })

  it('of signs alone is no number', () => {
    expect(['---', ' . ', ''].map(toComparableIdNumber)).toEqual(['', '', ''])
  })

  it('is recognised in a search text by six digits or more', () => {
    expect(['DNI 30.111.222', '0123456', '12345', 'Mitre 1204', 'P1234567'].map(parseIdNumberSearch)).toEqual([
      '30111222',
      '123456',
      undefined,
      undefined,
      undefined,
    ])
  })
})

it.each([
  ['12', false],
  ['12.345', false],
  ['123456', true],
  ['DNI 30.111.222', true],
  ['30-71234567-1', true],
  ['AAB123456', true],
  ['ABCDEF', false],
  ['12345678901234', true],
  ['123456789012345', false],
])('of a payer %j is valid: %s', (written, isValid) => {
  expect(isIdNumber(written)).toBe(isValid)
})
