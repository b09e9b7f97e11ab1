import { describe, expect, it } from 'vitest'
import { createFormats } from './format.ts'

describe('formatsFor', () => {
  it('writes dates as DD/MM/YYYY in the time zone of the device, in every language', () => {
    for (const locale of ['en', 'es']) {
      expect(createFormats(locale).dateTime('2026-11-21T02:05:00.000Z')).toBe('20/11/2026 23:05')
      expect(createFormats(locale).date('2026-01-02T12:00:00.000Z')).toBe('02/01/2026')
    }
  })

  it('shows a dash instead of a date that is none', () => {
    expect(createFormats('es').date('yesterday')).toBe('–')
  })

  it('writes numbers and sizes in the language', () => {
    expect(createFormats('es').number(12345.5)).toBe('12.345,5')
    expect([0, 999, 1000, 12_345, -5, 0.5].map(createFormats('es').number)).toEqual(
      [0, 999, 1000, 12_345, -5, 0.5].map((value) => new Intl.NumberFormat('es').format(value)),
    )
    expect(createFormats('en').bytes(300)).toBe('1 KB')
    expect(createFormats('es').bytes(2_540_000)).toBe('2,5 MB')
    expect(createFormats('es').bytes(10_741_100_000)).toBe('10,7 GB')
  })
})
