import { describe, expect, it } from 'vitest'
import {
  computeComparedDays,
  countDays,
  getPeriodDay,
  computePreviousDays,
  computePeriodDays,
  toInstantRange,
  toListDayParams,
  parseCrossTableParam,
  pickCellOptions,
  pickOnlyOption,
  PREDEFINED_PERIODS,
  resolveDays,
  togglePickedOption,
} from './address.ts'

/** In the tests' time zone, three hours behind UTC: late in the evening, tomorrow by UTC. */
const NOW = Date.parse('2026-11-25T01:30:00Z')

describe('the days that statistics are of', () => {
  it('are the last seven while the address says none, and exactly what it says otherwise', () => {
    expect(resolveDays({}, NOW)).toEqual({ desde: '2026-11-18', hasta: '2026-11-24' })
    expect(resolveDays({ dia: '2026-02-03' }, NOW)).toEqual({ desde: '2026-02-03', hasta: '2026-02-03' })
    expect(resolveDays({ desde: '2026-02-03' }, NOW)).toEqual({ desde: '2026-02-03' })
  })

  it('are those of the quick filters, by the calendar of their reader', () => {
    expect(PREDEFINED_PERIODS.map((period) => computePeriodDays(period, NOW).desde)).toEqual([
      '2026-11-24',
      '2026-11-23',
      '2026-11-18',
      '2026-11-10',
      '2026-10-25',
      '2026-08-25',
      '2026-05-25',
      '2026-11-01',
      '2026-10-01',
      '2025-11-01',
    ])
    expect(PREDEFINED_PERIODS.map((period) => computePeriodDays(period, NOW).hasta)).toEqual([
      '2026-11-24',
      '2026-11-23',
      ...Array.from({ length: 6 }, () => '2026-11-24'),
      '2026-10-31',
      '2025-11-30',
    ])
    const [, , , , month] = PREDEFINED_PERIODS
    expect(computePeriodDays(month, Date.parse('2026-03-31T15:00:00Z')).desde).toBe('2026-03-01')
  })

  it('are of calendar months by the clock of the municipality, with the ends of short and leap months', () => {
    const [month, last, lastYear] = PREDEFINED_PERIODS.slice(-3)
    const days = (period: (typeof PREDEFINED_PERIODS)[number] | undefined, now: string, zone: string) =>
      period && Object.values(computePeriodDays(period, Date.parse(now), zone))
    const cordoba = 'America/Argentina/Cordoba'
    expect(days(month, '2026-12-01T02:00:00Z', cordoba)).toEqual(['2026-11-01', '2026-11-30'])
    expect(days(month, '2026-12-01T02:00:00Z', 'Europe/Madrid')).toEqual(['2026-12-01', '2026-12-01'])
    expect(days(last, '2028-03-31T15:00:00Z', cordoba)).toEqual(['2028-02-01', '2028-02-29'])
    expect(days(last, '2027-01-31T15:00:00Z', cordoba)).toEqual(['2026-12-01', '2026-12-31'])
    expect(days(lastYear, '2028-02-29T15:00:00Z', cordoba)).toEqual(['2027-02-01', '2027-02-28'])
    expect(days(lastYear, '2029-02-10T15:00:00Z', cordoba)).toEqual(['2028-02-01', '2028-02-29'])
  })

  it('begin and end where the municipality is, and in the list as well', () => {
    const days = { desde: '2026-11-24', hasta: '2026-11-24' }
    const own = { startDate: '2026-11-24T03:00:00.000Z', endDate: '2026-11-25T02:59:59.999Z' }
    expect([toInstantRange(days), toInstantRange(days, 'America/Argentina/Catamarca')]).toEqual([own, own])
    expect(toInstantRange(days, 'Pacific/Kiritimati')).toEqual({
      startDate: '2026-11-23T10:00:00.000Z',
      endDate: '2026-11-24T09:59:59.999Z',
    })
    expect(toInstantRange({ desde: 'gestern' })).toEqual({})
    expect(toListDayParams(days, 'America/Argentina/Catamarca')).toEqual(days)
    expect(toListDayParams(days, 'Pacific/Kiritimati')).toEqual({ ...days, huso: 'Pacific/Kiritimati' })
    expect(toListDayParams({ desde: '' }, 'America/Argentina/Catamarca')).toEqual({ desde: '' })
    expect(toListDayParams({ desde: '' }, 'Pacific/Kiritimati')).toEqual({ desde: '', huso: 'Pacific/Kiritimati' })
  })

  it.each([
    ['2026-11-24T09:59:59.999Z', '2026-11-24', '2026-11-23T10:00:00.000Z'],
    ['2026-11-24T10:00:00.000Z', '2026-11-25', '2026-11-24T10:00:00.000Z'],
  ])('named "Today" are the current day of the municipality at %s', (now, day, startDate) => {
    const days = computePeriodDays({ key: 'today', days: 1 }, Date.parse(now), 'Pacific/Kiritimati')
    expect(days).toEqual({ desde: day, hasta: day })
    expect(toInstantRange(days, 'Pacific/Kiritimati').startDate).toBe(startDate)
  })

  it('are compared with as many right before them, over the end of a month too', () => {
    expect(computePreviousDays({ desde: '2026-03-01', hasta: '2026-03-03' })).toEqual({
      desde: '2026-02-26',
      hasta: '2026-02-28',
    })
    expect(computePreviousDays({ desde: '2026-03-01' })).toBeNull()
  })

  it('that are whole months are compared with whole months', () => {
    const before = (desde: string, hasta: string) => computePreviousDays({ desde, hasta })
    expect(before('2026-11-01', '2026-11-30')).toEqual({ desde: '2026-10-01', hasta: '2026-10-31' })
    expect(before('2026-03-01', '2026-03-31')).toEqual({ desde: '2026-02-01', hasta: '2026-02-28' })
    expect(before('2026-01-01', '2026-03-31')).toEqual({ desde: '2025-10-01', hasta: '2025-12-31' })
    expect(before('2026-10-25', '2026-11-24')).toEqual({ desde: '2026-09-25', hasta: '2026-10-24' })
  })
})

describe('the days that others are compared with', () => {
  const days = (desde: string, hasta: string) => ({ desde, hasta })
  it('are the same days of a month or a year before, at the end of a month its last', () => {
    expect(computeComparedDays('mes', days('2026-11-01', '2026-11-24'))).toEqual(days('2026-10-01', '2026-10-24'))
    expect(computeComparedDays('mes', days('2026-03-30', '2026-03-31'))).toEqual(days('2026-02-28', '2026-02-28'))
    expect(computeComparedDays('ano', days('2026-11-01', '2026-11-24'))).toEqual(days('2025-11-01', '2025-11-24'))
    expect(computeComparedDays('ano', days('2029-02-01', '2029-02-28'))).toEqual(days('2028-02-01', '2028-02-29'))
    expect(computeComparedDays('ano', days('2028-02-29', '2028-02-29'))).toEqual(days('2027-02-28', '2027-02-28'))
    expect(computeComparedDays('si', days('2026-11-18', '2026-11-24'))).toEqual(days('2026-11-11', '2026-11-17'))
  })

  it('do not exist where the period is open, or where both would overlap', () => {
    expect(computeComparedDays('ano', { desde: '2026-11-01' })).toBeNull()
    expect(computeComparedDays('mes', days('2026-09-01', '2026-11-30'))).toBeNull()
    expect(computeComparedDays('si', days('2026-09-01', '2026-11-30'))).toEqual(days('2026-06-01', '2026-08-31'))
  })

  it('are counted and reached one by one', () => {
    expect(countDays(days('2028-02-01', '2028-03-01'))).toBe(30)
    expect([getPeriodDay(days('2028-02-28', ''), 1), getPeriodDay(days('2026-12-31', ''), 1)]).toEqual([
      '2028-02-29',
      '2027-01-01',
    ])
  })
})

it('a cross-table in the address is of two questions, with or without a share', () => {
  expect(parseCrossTableParam('a1.b2.filas')).toEqual({ rows: 'a1', columns: 'b2', share: 'filas', crossed: 'a1.b2' })
  expect(parseCrossTableParam('a1..')).toEqual({ rows: 'a1', columns: '', share: '', crossed: undefined })
  expect(parseCrossTableParam("a1.b'2.other")).toMatchObject({ share: '', crossed: undefined })
  expect(parseCrossTableParam()).toMatchObject({ rows: '', crossed: undefined })
})

describe('an option that is clicked on', () => {
  it('is added to the others, and taken back by the second click', () => {
    expect(togglePickedOption(undefined, 'a.1')).toBe('a.1')
    expect(togglePickedOption('a.1', 'b.2')).toBe('a.1,b.2')
    expect(togglePickedOption('a.1,b.2', 'a.1')).toBe('b.2')
  })

  it('alone of its question is what its bar counts, beside those of others', () => {
    expect(pickOnlyOption(undefined, 'a', '1')).toBe('a.1')
    expect(pickOnlyOption('a.2,b.2,ab.3', 'a', '1')).toBe('b.2,ab.3,a.1')
  })

  it.each([
    ['two questions', undefined, ['a.1', 'b.2'], 'a.1,b.2'],
    ['a total, of no question', 'c.3', [], 'c.3'],
    ['an option that is selected, beside an alternative', 'a.1,a.2,c.3', ['a.1', 'b.2'], 'c.3,a.1,b.2'],
    ['a question on both axes, with the same option', undefined, ['a.1', 'a.1'], 'a.1'],
    // Answers with both options, which no filter finds.
    ['a question on both axes, with two options', undefined, ['a.1', 'a.2'], undefined],
    ['an option beside another selected option of its question', 'a.2', ['a.1', 'b.2'], undefined],
  ])('of a cell of a cross-table is found: %s', (_, opciones, cells, expected) => {
    const picked = cells.map((cell) => cell.split('.') as [string, string])
    expect(pickCellOptions(opciones, picked)).toBe(expected)
  })
})
