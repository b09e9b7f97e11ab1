import { expect, it } from 'vitest'
import { instantSchema } from '#domain/kernel/index.ts'
import type { StoredDeviceReport } from '#domain/devices/index.ts'
import { buildReport } from '#tests/support/builders/report.ts'
import { sortDevices, findLowSpace, computeClockMinutesAhead, computeDeviceStatus } from './fleet-screen.tsx'

const NOW = instantSchema.parse('2026-11-20T15:00:00.000Z')

function device(name: string, change: Partial<StoredDeviceReport> = {}): StoredDeviceReport {
  return { ...buildReport(), device: name, seenAt: NOW, ...change } as StoredDeviceReport
}

it('what someone has to do with is on top, the longest wait first', () => {
  const old = instantSchema.parse('2026-11-19T15:00:00.000Z')
  const devices = [
    device('clear'),
    device('silent', { seenAt: instantSchema.parse('2026-11-01T15:00:00.000Z'), queued: 1, oldest: old }),
    device('holds', { queued: 1, oldest: NOW }),
    device('holds longer', { queued: 1, oldest: old }),
    device('attention', { queued: 1, quarantined: 1, oldest: NOW }),
  ]
  expect(sortDevices(devices, NOW).map((one) => String(one.device))).toEqual([
    'attention',
    'holds longer',
    'holds',
    'silent',
    'clear',
  ])
  expect(devices.map((one) => computeDeviceStatus(one, NOW))).toEqual([
    'clear',
    'silent',
    'holding',
    'holding',
    'attention',
  ])
})

it('a clock is spoken of when it is off by minutes: server minus device is negative for one that is ahead', () => {
  expect([59_000, -59_000, 540_000, -540_000].map((skew) => computeClockMinutesAhead(device('x', { skew })))).toEqual([
    0, 0, -9, 9,
  ])
})

it('room is spoken of when little is left, and never guessed', () => {
  expect(findLowSpace(device('x', { quota: 1e9, usage: 0.95e9 }))).toBe(1e9 - 0.95e9)
  expect([
    findLowSpace(device('x', { quota: 1e9, usage: 0.5e9 })),
    findLowSpace(device('x', { quota: 1e9 })),
    findLowSpace(device('x')),
  ]).toEqual([null, null, null])
})
