import { describe, expect, it } from 'vitest'
import { NOW } from '#tests/support/builders/template.ts'
import { toInstant, toMilliseconds } from '../kernel/index.ts'
import type { Key } from './index.ts'
import { capExpiryUnit, deleteExpiredUnit, computeLatestPlausibleExpiry } from './ends.ts'

const DAY = 24 * 60 * 60 * 1000
const now = toMilliseconds(NOW)
const away = (days: number) => ({ expiresAt: toInstant(now + days * DAY), other: 1 })
const found = new Map<Key, object>(
  Object.entries({
    'tokens/over': away(-1),
    'tokens/this-moment': away(0),
    'tokens/good': away(1),
    'tokens/never': {},
    'tokens/strange': { expiresAt: 'never' },
    'tokens/far': away(31),
    'tokens/at-the-bound': away(30),
  }) as [Key, object][],
)
const keys = [...found.keys(), 'tokens/gone' as Key]

describe('what ends automatically', () => {
  it('goes once its time is over, and what has no end stays', () => {
    const { result, writes } = deleteExpiredUnit(keys, NOW).decide(found as never)
    expect([result, writes.map(({ key }) => key)]).toEqual([2, ['tokens/over', 'tokens/this-moment']])
  })

  it('ends in a month where a clock that was ahead has dated it', () => {
    expect(computeLatestPlausibleExpiry(now)).toBe(away(31).expiresAt)
    expect(capExpiryUnit(keys, now).decide(found as never).writes).toMatchObject([
      { key: 'tokens/far', document: { expiresAt: away(30).expiresAt, other: 1 } },
    ])
  })
})
