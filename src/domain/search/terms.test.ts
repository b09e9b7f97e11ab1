import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  matchesWordParts,
  matchesWordPrefixes,
  parseSearchTerms,
  buildIndexTerms,
  buildPartTerms,
  splitWords,
} from './terms.ts'

const PERSON = ['Inés', 'Núñez Quiroga', 'ines.nunez', 'inés.n@villa-serena.gob.ar']

describe('matchesWords', () => {
  it.each([['ines'], ['INÉS nuñ'], ['quir'], ['villa serena'], ['serena'], ['ines.nunez'], ['  '], ['n@villa']])(
    'finds a person by %j',
    (typed) => {
      expect(matchesWordPrefixes(PERSON, typed)).toBe(true)
    },
  )

  it.each([['nes'], ['ines pablo'], ['inesx'], ['quiroga2']])('does not find her by %j', (typed) => {
    expect(matchesWordPrefixes(PERSON, typed)).toBe(false)
  })
})

describe('containsWords', () => {
  it.each([['nes'], ['uiro'], ['rena nez'], ['NÚÑ'], ['@villa'], ['i']])('finds a person by %j', (typed) => {
    expect(matchesWordParts(PERSON, typed)).toBe(true)
  })

  it.each([['u'], ['nesx'], ['ines pablo']])('does not find her by %j', (typed) => {
    expect(matchesWordParts(PERSON, typed)).toBe(false)
  })

  it('finds only what the index of parts gives', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zñé ]{0,40}$/), fc.nat(), fc.nat(), (text, from, length) => {
        const words = splitWords(text)
        const word = words[from % Math.max(1, words.length)] ?? ''
        const start = from % Math.max(1, word.length)
        const part = word.slice(start, start + 2 + (length % 9))
        fc.pre(part.length >= 2)
        expect(matchesWordParts([text], part)).toBe(true)
        expect(buildPartTerms([text])).toEqual(expect.arrayContaining([...parseSearchTerms(part)]))
      }),
    )
  })
})

describe('the index', () => {
  it('holds few beginnings of each word', () => {
    expect(buildIndexTerms(['Inspección', 'de'])).toEqual(['in', 'insp', 'inspecci', 'de'])
  })

  it('is asked for the beginning that says most of each word', () => {
    expect(parseSearchTerms('de inspeccio')).toEqual(['de', 'inspecci'])
    expect(parseSearchTerms('insp ins')).toEqual(['insp', 'in'])
    expect(parseSearchTerms('i ')).toEqual([])
    expect(parseSearchTerms(' @ ')).toEqual([])
  })

  // The index may return too much, because results are checked; if it returned too little, a person could not be found.
  it('has the asked beginnings for every text that what was typed fits', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), fc.nat(), fc.nat(30), (texts, which, length) => {
        const words = texts.flatMap(splitWords)
        const typed = [...(words[which % Math.max(1, words.length)] ?? '')].slice(0, length).join('')
        expect(matchesWordPrefixes(texts, typed)).toBe(true)
        expect(buildIndexTerms(texts)).toEqual(expect.arrayContaining([...parseSearchTerms(typed)]))
      }),
    )
  })
})
