import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  MAX_FILTER_TEXT_LENGTH,
  parseValueFilters,
  valueFiltersSchema,
  formatValueFilters,
  type ValueFilter,
} from './value-filter.ts'

const question = fc.stringMatching(/^[0-9a-z]{1,11}$/)
const end = fc.constantFrom('', '0', '-12.5', '9999999999999.99', '2026-11-20')
const not = fc.constantFrom({}, { not: true as const })
const value: fc.Arbitrary<ValueFilter> = fc.oneof(
  fc
    .record({ kind: fc.constant('range' as const), question, from: end, to: end, of: not })
    .filter(({ from, to }) => `${from}${to}` !== '')
    .map(({ of, ...range }) => ({ ...range, ...of })),
  fc
    .record({
      kind: fc.constantFrom('text' as const, 'same' as const),
      question,
      text: fc
        .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
        .map((text) => text.trim())
        .filter((text) => text !== '' && text.length <= MAX_FILTER_TEXT_LENGTH),
      of: not,
    })
    .map(({ of, ...text }) => ({ ...text, ...of })),
  fc
    .record({ kind: fc.constant('answered' as const), question, of: not })
    .map(({ of, ...rest }) => ({ ...rest, ...of })),
  fc.record({ kind: fc.constant('option' as const), question, option: question, not: fc.constant(true as const) }),
)

describe('values that are wanted', () => {
  it('come back from an address as they were, whatever a text holds', () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 5 }), (wanted) => {
        const written = formatValueFilters(wanted)
        expect(parseValueFilters(written)).toEqual(wanted)
        expect(valueFiltersSchema.safeParse(written).success).toBe(true)
      }),
    )
  })

  it('are written as in addresses of before, and with an exclamation mark where they are excluded', () => {
    expect(
      formatValueFilters([
        { kind: 'range', question: 'a1', from: '10', to: '50' },
        { kind: 'text', question: 'b2', text: 'pan, dulce' },
        { kind: 'same', question: 'b2', text: 'sol', not: true },
        { kind: 'answered', question: 'c3', not: true },
        { kind: 'option', question: 'd4', option: 'x', not: true },
      ]),
    ).toBe('a1:10..50,b2~pan%2C%20dulce,b2!=sol,c3!*,d4!.x')
  })

  it.each([
    '',
    'a',
    'a:',
    'a:..',
    'a:1',
    'a:x..2',
    'a:1.234..',
    'a~',
    'a~%20',
    'a~%E0%A4%A',
    `a~${'x'.repeat(61)}`,
    'A:1..2',
    'a!',
    'a!!*',
    'a*x',
    'a=',
    'a!:..',
    // A chosen option is a cross-filter.
    'a.b',
    'a!.B',
  ])('are none in %j', (written) => expect(parseValueFilters(written)).toBeUndefined())

  it('are no more than five', () => {
    const six = Array.from({ length: 6 }, (_, at) => `a${at}:1..2`)
    expect(parseValueFilters(six.join())).toBeUndefined()
    expect(parseValueFilters(six.slice(1).join())).toHaveLength(5)
  })
})
