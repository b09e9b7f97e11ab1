import type { DeviceReport } from '#domain/devices/index.ts'
import { DEVICE } from './submit.ts'

/** A device's report with a pull: no work is waiting, unless `change` adds it. */
export function buildReport(change: Partial<DeviceReport> = {}): DeviceReport {
  return {
    device: DEVICE,
    appVersion: '1',
    queued: 0,
    quarantined: 0,
    oldest: null,
    waitingBytes: 0,
    quota: null,
    usage: null,
    persisted: true,
    skew: 0,
    ...change,
  }
}
