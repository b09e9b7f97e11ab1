import { describe, expect, it } from 'vitest'
import {
  parseAdministrationSearch,
  parseAnswersListSearch,
  parseFormsListSearch,
  parseHomeSearch,
  parseLoginSearch,
} from './search-params.ts'

describe('search parameters', () => {
  it('keeps what fits', () => {
    expect(
      parseFormsListSearch({ nombre: 'poda', municipio: 'a', area: 'a/b', pagina: 3, respuesta: 'CBA-12' }),
    ).toEqual({
      nombre: 'poda',
      municipio: 'a',
      area: 'a/b',
      pagina: 3,
      respuesta: 'CBA-12',
    })
  })

  it('keeps a search beside the bounds of a page', () => {
    const sought = { buscar: 'poda', municipio: 'a', estado: 'paid', despues: 'b' }
    expect(parseAdministrationSearch(sought)).toEqual(sought)
    const users = {
      buscar: 'ana',
      orden: 'role-',
      municipio: 'a',
      area: 'a/b',
      rol: 'ROLE_INSPECTOR',
      estado: 'active',
    }
    expect(parseAdministrationSearch(users)).toEqual(users)
    expect(parseHomeSearch({ tipo: 'dni', numero: '20' })).toEqual({ tipo: 'dni', numero: '20' })
  })

  it('reads a code of digits, which the router hands over as a number', () => {
    expect(parseFormsListSearch({ respuesta: 1042 })).toEqual({ respuesta: '1042' })
  })

  it('drops what does not fit instead of failing', () => {
    expect(
      parseFormsListSearch({ nombre: { a: 1 }, municipio: '', area: 'x'.repeat(401), pagina: -2, respuesta: [] }),
    ).toEqual({})
    expect(parseAnswersListSearch({ pagina: 1.5 })).toEqual({})
    expect(parseAnswersListSearch({ pagina: 1 })).toEqual({})
    expect(parseLoginSearch({ volver: null, extra: 'x' })).toEqual({})
  })
})
