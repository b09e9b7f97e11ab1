import { describe, expect, it } from 'vitest'
import {
  daysBefore,
  computeDays,
  toInstantRange,
  pickOnlyOption,
  PERIODS,
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
    expect(PERIODS.map((period) => computeDays(period, NOW).desde)).toEqual([
      '2026-11-24',
      '2026-11-23',
      '2026-11-18',
      '2026-11-10',
      '2026-10-25',
      '2026-08-25',
      '2026-05-25',
    ])
    expect(PERIODS.map((period) => computeDays(period, NOW).hasta)).toEqual([
      '2026-11-24',
      '2026-11-23',
      ...Array.from({ length: 5 }, () => '2026-11-24'),
    ])
    const [, , , , month] = PERIODS
    expect(computeDays(month, Date.parse('2026-03-31T15:00:00Z')).desde).toBe('2026-03-01')
  })

  it('begin and end where their reader is', () => {
    expect(toInstantRange({ desde: '2026-11-24', hasta: '2026-11-24' })).toEqual({
      startDate: '2026-11-24T03:00:00.000Z',
      endDate: '2026-11-25T02:59:59.999Z',
    })
    expect(toInstantRange({ desde: 'gestern' })).toEqual({})
  })

  it('are compared with as many right before them, over the end of a month too', () => {
    expect(daysBefore({ desde: '2026-03-01', hasta: '2026-03-03' })).toEqual({
      desde: '2026-02-26',
      hasta: '2026-02-28',
    })
    expect(daysBefore({ desde: '2026-03-01' })).toBeNull()
  })

  it('that are whole months are compared with whole months', () => {
    const before = (desde: string, hasta: string) => daysBefore({ desde, hasta })
    expect(before('2026-11-01', '2026-11-30')).toEqual({ desde: '2026-10-01', hasta: '2026-10-31' })
    expect(before('2026-03-01', '2026-03-31')).toEqual({ desde: '2026-02-01', hasta: '2026-02-28' })
    expect(before('2026-01-01', '2026-03-31')).toEqual({ desde: '2025-10-01', hasta: '2025-12-31' })
    expect(before('2026-10-25', '2026-11-24')).toEqual({ desde: '2026-09-25', hasta: '2026-10-24' })
  })
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
})
