import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchesSearch, normaliseForSearch } from './normalise-for-search.ts'

describe('matchesSearch', () => {
  it.each([
    ['Inspección de Arbolado', 'inspeccion'],
    ['inspeccion de arbolado', 'INSPECCIÓN'],
    ['Ñandú', 'nandu'],
    ['Habilitación', '   habilita'],
    ['Formulario', ''],
  ])('finds %j by %j', (name, typed) => {
    expect(matchesSearch(name, typed)).toBe(true)
  })

  it('finds nothing that is not there', () => {
    expect(matchesSearch('Arbolado', 'árboles')).toBe(false)
  })

  it('trims what was typed only at its start', () => {
    expect(matchesSearch('Sanidad', 'san ')).toBe(false)
  })

  it('finds every name by any part of itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect(matchesSearch(name, name)).toBe(true)
      }),
    )
  })

  it('is settled after one pass', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(normaliseForSearch(normaliseForSearch(text))).toBe(normaliseForSearch(text))
      }),
    )
  })
})
