import { describe, expect, it } from 'vitest'
import { toInstant } from '../kernel/index.ts'
import { isStoredInFull } from './older-answers.ts'

const NOW = Date.parse('2026-11-20T12:00:00.000Z')
const DAY = 24 * 60 * 60 * 1000
const ago = (days: number, conflicts = 0) => ({ lastUpdate: toInstant(NOW - days * DAY), conflicts })
const whole = (answer: ReturnType<typeof ago>, days = 90) => isStoredInFull(answer, toInstant(NOW), days)

describe('an own answer on a device', () => {
  it('is whole while it was made or changed in the last days, and a summary from then on', () => {
    expect([ago(0), ago(89.9), ago(90), ago(1000)].map((answer) => whole(answer))).toEqual([true, true, false, false])
  })

  it('stays whole while a clash waits for a person', () => {
    expect(whole(ago(1000, 1))).toBe(true)
  })

  it('is never whole for its age where a municipality wants no days', () => {
    expect([whole(ago(0), 0), whole(ago(0, 1), 0)]).toEqual([false, true])
  })

  it('is whole when a clock was ahead of the other', () => {
    expect(whole(ago(-1))).toBe(true)
  })
})
