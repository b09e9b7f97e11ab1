import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { breakLines, truncateToWidth } from './pen.ts'

/** Every character has width one; a combining mark has none. */
const measure = (text: string): number => [...text].filter((letter) => !/\p{M}/u.test(letter)).length
const broken = (text: string, width: number) => breakLines(text, width, measure)
const JAPANESE = fc.string({ unit: fc.constantFrom(...'申請は「」（）。ーっ a-/\u0304'), maxLength: 80 })

describe('lines', () => {
  it('break at spaces, and behind hyphens and slashes', () => {
    expect(broken('the quick brown fox', 10)).toEqual(['the quick', 'brown fox'])
    expect(broken('north-east/south', 8)).toEqual(['north-', 'east/', 'south'])
  })

  it('break within a word that is wider than a line, and nowhere else in it', () => {
    expect(broken('a 123456789 b', 4)).toEqual(['a', '1234', '5678', '9 b'])
  })

  it('break between Japanese characters, and never before a full stop or after an opening bracket', () => {
    expect(broken('Ana 東京都港区', 8)).toEqual(['Ana 東京都港', '区'])
    expect(broken('申請です。次', 4)).toEqual(['申請で', 'す。次'])
    expect(broken('申請書「次」', 4)).toEqual(['申請書', '「次」'])
  })

  it('keep a mark with its letter', () => {
    expect(broken('g\u0303g\u0303g\u0303', 2)).toEqual(['g\u0303g\u0303', 'g\u0303'])
  })

  it('keep the lines that a person has written, empty ones, too', () => {
    expect(broken('one\n\ntwo', 10)).toEqual(['one', '', 'two'])
  })

  it('are one line when there is nothing', () => {
    expect(broken('', 10)).toEqual([''])
  })

  it('hold everything that is seen, in its order, and none is too wide', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), JAPANESE),
        fc.integer({ min: 1, max: 30 }),
        (text, width) => {
          const lines = broken(text, width)
          const seen = (all: string) => all.replaceAll(/\s/g, '')
          expect(seen(lines.join(''))).toBe(seen(text))
          for (const line of lines) expect(measure(line)).toBeLessThanOrEqual(width)
        },
      ),
    )
  })
})

describe('a text that has to fit', () => {
  it('is whole where it does, and says that it was cut where it does not', () => {
    expect(truncateToWidth('Inspection', 10, measure)).toBe('Inspection')
    expect(truncateToWidth('Inspection of shops', 12, measure)).toBe('Inspection…')
  })
})
