import { describe, expect, it } from 'vitest'
import { serialiseFilters, parseSavedFilters } from './list-filters.ts'

describe('a saved filter', () => {
  it('has what narrows and orders the list, and not where someone is in it', () => {
    const search = { codigo: 'a&b=ñ', estado: '1', por: 'cambio', despues: 'x', antes: 'y', filas: '50', vista: 'mapa' }
    expect(serialiseFilters(search)).toBe('codigo=a%26b%3D%C3%B1&estado=1&por=cambio')
    expect(parseSavedFilters(serialiseFilters({ columnas: 'a1,b2' }))).toMatchObject({ columnas: 'a1,b2' })
    expect(serialiseFilters({ despues: 'x', codigo: '' })).toBe('')
  })

  it('takes away what it does not have, and nothing that is no filter gets into the address', () => {
    expect(parseSavedFilters('codigo=a%26b%3D%C3%B1&estado=1&despues=x&__proto__=1')).toEqual({
      codigo: 'a&b=ñ',
      autor: '',
      dni: '',
      estado: '1',
      dia: '',
      desde: '',
      hasta: '',
      huso: '',
      periodo: '',
      espera: '',
      pago: '',
      area: '',
      opciones: '',
      valores: '',
      por: '',
      orden: '',
      columnas: '',
    })
  })
})
