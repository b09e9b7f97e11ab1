import { describe, expect, it } from 'vitest'
import type { HistoryEntry } from '#domain/templates/index.ts'
import type { Instant } from '#domain/kernel/index.ts'
import { isIncompleteHistory, computeTimeInState } from './time-in-state.ts'

const at = (text: string): Instant => text as Instant

describe('timeInState', () => {
  it('counts hours within one day of the device, which is not UTC’s day', () => {
    // 22:00 on the 20th to 02:30 on the 21st in UTC is one evening in Catamarca.
    expect(computeTimeInState(at('2026-11-20T22:00:00.000Z'), at('2026-11-21T02:30:00.000Z'))).toEqual({
      unit: 'hours',
      count: 4,
    })
  })

  it('counts days from the next day on, at least one', () => {
    expect(computeTimeInState(at('2026-11-20T22:00:00.000Z'), at('2026-11-21T12:00:00.000Z'))).toEqual({
      unit: 'days',
      count: 1,
    })
    expect(computeTimeInState(at('2026-11-01T12:00:00.000Z'), at('2026-11-21T13:00:00.000Z'))).toEqual({
      unit: 'days',
      count: 20,
    })
  })

  it('never runs backwards', () => {
    expect(computeTimeInState(at('2026-11-21T12:00:00.000Z'), at('2026-11-01T12:00:00.000Z'))).toEqual({
      unit: 'hours',
      count: 0,
    })
  })
})

describe('isIncompleteHistory', () => {
  it('is said of records from before 16/05/2025', () => {
    const since = (date: string): readonly HistoryEntry[] => [{ date } as HistoryEntry]
    expect(isIncompleteHistory(since('2025-05-15T20:00:00.000Z'))).toBe(true)
    expect(isIncompleteHistory(since('2025-05-16T20:00:00.000Z'))).toBe(false)
    expect(isIncompleteHistory([])).toBe(false)
  })
})
