import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { includesSearchWords, MAX_INDEXED_WORDS, parseSearchWords, collectWords } from './words.ts'

const TEXTS = ['Ramón Carranza', 'VIS77', 'Pérdida de agua en la vereda, junto al árbol 12', 'cañería']

describe('the words of a document', () => {
  const words = collectWords(TEXTS)

  it.each([
    ['carranza'],
    ['CARR'],
    ['perdida agua'],
    ['agua pérdida'],
    ['arbol 12'],
    ['vis77'],
    ['caneria'],
    ['cañerí'],
    ['ram car ver'],
  ])('are found by %j', (typed) => {
    expect(includesSearchWords(words, parseSearchWords(typed))).toBe(true)
  })

  it.each([
    ['vis7', 'what has a digit is whole'],
    ['1', 'what has a digit is whole'],
    ['anza', 'the end of a word is no beginning'],
    ['agua seca', 'each word has to be there'],
    ['a', 'a single letter is a word by itself'],
    ['', 'nothing was looked for'],
    [' -- ', 'nothing was looked for'],
  ])('are not found by %j: %s', (typed) => {
    expect(includesSearchWords(words, parseSearchWords(typed))).toBe(false)
  })

  it('are each there once, and no more than are kept', () => {
    expect(collectWords(['agua, Agua', 'AGUA'])).toEqual(['agua'])
    expect(collectWords([Array.from({ length: 5_000 }, (_, at) => `x${at}`).join(' ')])).toHaveLength(MAX_INDEXED_WORDS)
    expect(collectWords(['a '.repeat(60_000), 'late'])).toEqual(['a'])
  })

  it('are looked for eight at a time, each once', () => {
    expect(parseSearchWords('a b c d e f g h i')).toHaveLength(8)
    expect(parseSearchWords('agua Agua')).toEqual([{ word: 'agua', isWhole: false }])
  })

  it('find the text that they were typed from, whatever is in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        const sought = parseSearchWords(text)
        expect(includesSearchWords(collectWords([text]), sought)).toBe(sought.length > 0)
      }),
    )
  })
})
