import { describe, expect, it } from 'vitest'
import { limitCombiningMarks, limitCombiningMarksWithin } from './combining-marks.ts'

const ACUTE = '\u0301'
const tower = (height: number): string => `a${ACUTE.repeat(height)}`

describe('combining marks', () => {
  it.each([
    ['Vietnamese, decomposed', 'Tiếng Việt: Nguyễn Thị Đẩu'.normalize('NFD')],
    ['Hebrew with vowels and cantillation', 'בְּרֵאשִׁ֖ית בָּרָ֣א אֱלֹהִ֑ים אֵ֥ת הַשָּׁמַ֖יִם'],
    ['Arabic with vowels', 'بِسْمِ ٱللَّهِ ٱلرَّحْمَٰنِ ٱلرَّحِيمِ'],
    ['the longest stack of Tibetan', '\u0F67\u0F90\u0FB5\u0FA8\u0FB3\u0FBA\u0FBC\u0FBB\u0F83 ཨོཾ་མ་ཎི་པདྨེ་ཧཱུྃ'],
    ['Burmese', 'မြန်မာ ကြွှုံ့'],
    ['Thai', 'ผู้ใหญ่ น้ำ ที่นี่'],
    ['Hindi', 'हिन्दी क्ष्म्य श्रीः'],
    ['Khmer', 'ភាសាខ្មែរ ស្ត្រី'],
    ['emoji of several people, flags, keycaps and tags', '👩🏽‍❤️‍💋‍👨🏿 👨‍👩‍👧‍👦 🇦🇷 1️⃣ 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏳️‍🌈 ☺️'],
    ['the phonetic alphabet', 'ə̃̀ː t͡ʃ ɔ̰̃'],
  ])('of %s are kept', (_, text) => {
    expect(limitCombiningMarks(text)).toBe(text)
  })

  it.each([
    ['a tower', tower(50), tower(8)],
    ['a tower of eight', tower(8), tower(8)],
    ['two towers', `${tower(20)}b ${tower(9)}`, `${tower(8)}b ${tower(8)}`],
    [
      'a tower of different marks',
      `z${'\u0300\u0317\u0334\u0488'.repeat(10)}!`,
      `z${'\u0300\u0317\u0334\u0488'.repeat(2)}!`,
    ],
    ['a tower without a letter below it', ACUTE.repeat(30), ACUTE.repeat(8)],
  ])('beyond eight on one character are dropped: %s', (_, text, expected) => {
    expect(limitCombiningMarks(text)).toBe(expected)
  })

  it.each(['\u200D', '\u200B', '\uFE0F', '\u034F', '\u00AD', '\u2066', '\u{E0020}'])(
    'are counted across the invisible character %j',
    (invisible) => {
      const shown = limitCombiningMarks(`a${`${ACUTE}${invisible}`.repeat(40)}`).replaceAll(invisible, '')
      expect(shown).toBe(tower(8))
    },
  )

  it('are limited in every text of a document, however deep', () => {
    const nested = [[[{ a: tower(9) }]], tower(10), 7, null, { b: [true, { c: tower(30), d: 'é' }] }]
    expect(limitCombiningMarksWithin(nested)).toEqual([
      [[{ a: tower(8) }]],
      tower(8),
      7,
      null,
      { b: [true, { c: tower(8), d: 'é' }] },
    ])
    expect(limitCombiningMarksWithin(tower(9))).toBe(tower(8))
    let deep: unknown = [tower(9)]
    for (let depth = 0; depth < 100_000; depth += 1) deep = [deep]
    expect(() => limitCombiningMarksWithin(deep)).not.toThrow()
  })

  it('take no time out of proportion to the length of the text', () => {
    const text = `${ACUTE}\u200D`.repeat(100_000)
    const start = performance.now()
    limitCombiningMarks(text)
    expect(performance.now() - start).toBeLessThan(1000)
  })
})
