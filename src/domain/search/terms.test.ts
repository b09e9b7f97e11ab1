import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchesWords, termsFor, termsOf, wordsOf } from './terms.ts'

const PERSON = ['Inés', 'Núñez Quiroga', 'ines.nunez', 'inés.n@villa-serena.gob.ar']

describe('matchesWords', () => {
  it.each([['ines'], ['INÉS nuñ'], ['quir'], ['villa serena'], ['serena'], ['ines.nunez'], ['  '], ['n@villa']])(
    'finds a person by %j',
    (typed) => {
      expect(matchesWords(PERSON, typed)).toBe(true)
    },
  )

  it.each([['nes'], ['ines pablo'], ['inesx'], ['quiroga2']])('does not find her by %j', (typed) => {
    expect(matchesWords(PERSON, typed)).toBe(false)
  })
})

describe('the index', () => {
  it('holds few beginnings of each word', () => {
    expect(termsOf(['Inspección', 'de'])).toEqual(['in', 'insp', 'inspecci', 'de'])
  })

  it('is asked for the beginning that says most of each word', () => {
    expect(termsFor('de inspeccio')).toEqual(['de', 'inspecci'])
    expect(termsFor('insp ins')).toEqual(['insp', 'in'])
    expect(termsFor('i ')).toEqual([])
    expect(termsFor(' @ ')).toEqual([])
  })

  // The index may give too much, as what it gives is looked at; with too little a person could not be found.
  it('has the asked beginnings for every text that what was typed fits', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), fc.nat(), fc.nat(30), (texts, which, length) => {
        const words = texts.flatMap(wordsOf)
        const typed = [...(words[which % Math.max(1, words.length)] ?? '')].slice(0, length).join('')
        expect(matchesWords(texts, typed)).toBe(true)
        expect(termsOf(texts)).toEqual(expect.arrayContaining([...termsFor(typed)]))
      }),
    )
  })
})
