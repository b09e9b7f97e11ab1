import { describe, expect, it } from 'vitest'
import { EMPTY_ANSWER_FILTER } from '#domain/answers/index.ts'
import { parseListFilter, hasFilters, pickPageSize, resolveDays, countActiveFilters } from './list-filters.ts'

describe('what an address of a list asks for', () => {
  it('is everything where it says nothing, or nothing of ours', () => {
    expect(parseListFilter({})).toEqual(EMPTY_ANSWER_FILTER)
    expect(parseListFilter({ estado: 'x', dia: 'ayer', por: 'nada', espera: '1', desde: '2026-13-40' })).toEqual(
      EMPTY_ANSWER_FILTER,
    )
  })

  it('is a single day from 00:00 to 23:59 where its reader is', () => {
    // The test's time zone is three hours behind UTC.
    expect(parseListFilter({ dia: '2026-11-20', desde: '2020-01-01' })).toMatchObject({
      startDate: '2026-11-20T03:00:00.000Z',
      endDate: '2026-11-21T02:59:59.999Z',
    })
  })

  it('is a day of the time zone that a link of statistics names', () => {
    const from = (huso: string) => parseListFilter({ desde: '2026-11-20', huso }).startDate
    expect(from('Pacific/Kiritimati')).toBe('2026-11-19T10:00:00.000Z')
    expect(from('Cordoba')).toBe('2026-11-20T03:00:00.000Z')
  })

  it('is a range of days with both its ends, or open at one', () => {
    expect(parseListFilter({ desde: '2026-11-01', hasta: '2026-11-02' })).toMatchObject({
      startDate: '2026-11-01T03:00:00.000Z',
      endDate: '2026-11-03T02:59:59.999Z',
    })
    expect(parseListFilter({ desde: '2026-11-01' }).endDate).toBeUndefined()
  })

  it('is who answered, whom it is about, the state, the last change and what waits', () => {
    expect(
      parseListFilter({
        codigo: 'CBA1',
        autor: 'ana',
        dni: '30111222',
        estado: '3',
        por: 'cambio',
        espera: 'si',
        pago: 'pagado',
      }),
    ).toEqual({
      municipalityCodeId: 'CBA1',
      answerBy: 'ana',
      citizenDni: '30111222',
      state: '3',
      lastUpdateCheck: '1',
      payment: 'Pagado',
      waiting: '1',
    })
  })

  it('is as many rows as can be chosen, else fifteen', () => {
    expect([{}, { filas: '30' }, { filas: '9999' }, { filas: 'x' }].map(pickPageSize)).toEqual([15, 30, 15, 15])
  })

  it('says how many filters are hidden behind the button, and whether anything narrows the list', () => {
    expect(countActiveFilters({ codigo: 'x', espera: 'si' })).toBe(0)
    expect(countActiveFilters({ autor: 'a', desde: '2026-01-01', hasta: '2026-01-02' })).toBe(2)
    expect(countActiveFilters({ estado: '0', por: 'cambio', orden: 'viejas' })).toBe(1)
    expect(countActiveFilters({ estado: '0', valores: 'abc:1..2,def~sol' })).toBe(3)
    expect([{}, { por: 'cambio', filas: '30', orden: 'viejas' }, { espera: 'si' }].map(hasFilters)).toEqual([
      false,
      false,
      true,
    ])
  })

  it('is one of several states, each once, and all where the address is malformed', () => {
    expect(['1,4,1', '1', '1,', '1,x', ''].map((estado) => parseListFilter({ estado }).state)).toEqual([
      '1,4',
      '1',
      '-1',
      '-1',
      '-1',
    ])
  })

  it.each([
    ['hoy', '2026-03-01', '2026-03-01'],
    ['ayer', '2026-02-28', '2026-02-28'],
    ['7dias', '2026-02-23', '2026-03-01'],
    ['30dias', '2026-01-31', '2026-03-01'],
    ['mes', '2026-03-01', '2026-03-31'],
    ['mes-anterior', '2026-02-01', '2026-02-28'],
    ['ano', '2026-01-01', '2026-12-31'],
  ])('is the period %s, over the ends of months', (periodo, desde, hasta) => {
    const noon = Date.parse('2026-03-01T12:00:00.000Z')
    expect(resolveDays({ periodo }, noon)).toEqual({ desde, hasta })
    expect(parseListFilter({ periodo }, noon)).toEqual(parseListFilter({ desde, hasta }))
    expect([countActiveFilters({ periodo }), hasFilters({ periodo })]).toEqual([1, true])
  })

  it('is of fixed days rather than of a period, and of none that it does not know', () => {
    const noon = Date.parse('2026-03-01T12:00:00.000Z')
    expect(resolveDays({ periodo: 'mes', desde: '2025-05-05' }, noon)).toEqual({ desde: '2025-05-05' })
    expect(resolveDays({ periodo: 'hoy', dia: '2025-05-05' }, noon)).toEqual({
      desde: '2025-05-05',
      hasta: '2025-05-05',
    })
    expect(resolveDays({ periodo: 'siempre' }, noon)).toEqual({})
  })

  it('is the last month of the year before in January', () => {
    const noon = Date.parse('2027-01-31T12:00:00.000Z')
    expect(resolveDays({ periodo: 'mes-anterior' }, noon)).toEqual({ desde: '2026-12-01', hasta: '2026-12-31' })
  })
})
