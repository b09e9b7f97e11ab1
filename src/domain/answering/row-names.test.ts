import { describe, expect, it } from 'vitest'
import { sectionSchema } from '../templates/index.ts'
import { formatRowTitle, findRowNoun } from './row-names.ts'

const trees = sectionSchema.parse({
  orden: 0,
  repetible: true,
  nombreFila: ' árbol ',
  nombreFilaAlternativeLanguage_en: 'street tree',
  nombreFilaAlternativeLanguage_pt: '  ',
})

describe('the rows of a section that says what they are', () => {
  it('are called so, the main one being the first', () => {
    expect([null, 0, 11].map((row) => formatRowTitle(trees, row, 'es'))).toEqual(['Árbol 1', 'Árbol 2', 'Árbol 13'])
  })

  it("in the language of the reader, and in the form's own where that has no word", () => {
    expect(['en', 'pt', 'ja'].map((language) => formatRowTitle(trees, 0, language))).toEqual([
      'Street tree 2',
      'Árbol 2',
      'Árbol 2',
    ])
    expect(findRowNoun(trees, 'en')).toBe('street tree')
  })

  it('keep what the first letter is made of whole', () => {
    expect(formatRowTitle({ nombreFila: '𐐨x' }, 0, 'en')).toBe('𐐀x 2')
  })
})

describe('the rows of a section that does not say', () => {
  it.each([undefined, '', '   '])('have no name of their own: %j', (nombreFila) => {
    expect(formatRowTitle({ nombreFila }, 0, 'es')).toBeNull()
    expect(findRowNoun({ nombreFila }, 'es')).toBe('')
  })
})
