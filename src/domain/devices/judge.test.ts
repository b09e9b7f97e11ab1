import { describe, expect, it } from 'vitest'
import { buildReport } from '#tests/support/builders/report.ts'
import { AREA, MUNICIPALITY, NOW } from '#tests/support/builders/template.ts'
import { municipalityPathSchema, toInstant, toMilliseconds, userIdSchema } from '../kernel/index.ts'
import { keys, type Key } from '../store/index.ts'
import type { DeviceRecord } from './index.ts'
import { shouldStoreReport, pickDevicesToRemove, storeReportUnit } from './judge.ts'

const MINUTE = 60_000
const after = (milliseconds: number) => toInstant(toMilliseconds(NOW) + milliseconds)
const record = (change: Partial<DeviceRecord> = {}): DeviceRecord => ({
  ...buildReport(),
  userId: userIdSchema.parse('ines'),
  name: 'Inés',
  email: 'ines@relevo.example',
  areas: [AREA],
  municipalityPath: municipalityPathSchema.parse(MUNICIPALITY),
  seenAt: NOW,
  since: NOW,
  clearUntil: NOW,
  ...change,
})
const key = (device: string): Key<DeviceRecord> => keys.device(device as DeviceRecord['device'], record().userId)
const passing = (device: string, seenAt = NOW) => ({ key: key(device), document: record({ seenAt, since: seenAt }) })
const back = (device: string) => ({ key: key(device), document: record({ since: after(-MINUTE) }) })

describe('a report', () => {
  it.each([
    ['the same a moment later', { seenAt: after(MINUTE - 1), usage: 7, skew: 3 }, false],
    ['the same a minute later', { seenAt: after(MINUTE) }, true],
    ['the same, over a line of a clock that was ahead', { seenAt: after(-MINUTE) }, true],
    ['something that waits', { queued: 1 }, true],
    ['another version of the app', { appVersion: '2' }, true],
  ] as const)('that says %s is news: %s', (_, change, news) => {
    expect(shouldStoreReport(record(), record(change), MINUTE)).toBe(news)
  })

  it('is noted with the memory of the one before it, and takes away what was heard of only once until then', () => {
    const [old, other, returned] = [key('own'), key('passing'), key('returned')]
    const found = new Map([
      [old, record({ since: after(-MINUTE) })],
      [other, record()],
      // It returned between the read and the commit.
      [returned, record({ since: after(-MINUTE) })],
    ])
    const unit = storeReportUnit(old, record({ seenAt: after(MINUTE) }), [other, returned])
    expect(unit.decide(found as never).writes).toMatchObject([
      { key: old, document: { since: after(-MINUTE), seenAt: after(MINUTE) } },
      { kind: 'delete', key: other },
    ])
  })
})

describe('room for one more device', () => {
  it('takes nothing while there is some', () => {
    expect(pickDevicesToRemove([passing('a')], 2)).toEqual([])
  })

  it('takes the oldest of those that were heard of once', () => {
    expect(pickDevicesToRemove([back('a'), passing('b'), passing('c', after(-MINUTE))], 3)).toEqual([key('c')])
  })

  it('is not made by one that came back, nor by one of which no one knows', () => {
    const { since: _, ...unknown } = record()
    expect(pickDevicesToRemove([back('a'), { key: key('b'), document: unknown }], 2)).toBeUndefined()
  })
})
