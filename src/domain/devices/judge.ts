import { toMilliseconds } from '../kernel/index.ts'
import { type Key, remove, set, type Unit, unitForKeys } from '../store/index.ts'
import { type StoredDeviceReport, type DeviceRecord, mergeDeviceRecord } from './fleet.ts'

/**
 * Fields relevant to supervisors. Storage figures and clock skew are left out, because they change constantly and are
 * not worth a write alone.
 */
const REPORTED_FIELDS = ['appVersion', 'queued', 'quarantined', 'oldest', 'persisted', 'municipalityPath'] as const

/**
 * Checks whether to store a report. Uses the absolute time difference, because the clock may have been ahead at the
 * previous report.
 * @param interval milliseconds
 */
export function shouldStoreReport(before: StoredDeviceReport, after: StoredDeviceReport, interval: number): boolean {
  return (
    Math.abs(toMilliseconds(after.seenAt) - toMilliseconds(before.seenAt)) >= interval ||
    REPORTED_FIELDS.some((field) => before[field] !== after[field]) ||
    before.broughtBack?.at !== after.broughtBack?.at
  )
}

type KnownDevice = { readonly key: Key<DeviceRecord>; readonly document: DeviceRecord }

/**
 * Returns the device to remove when an account has too many: of those that reported only once, the one with the oldest
 * report. Otherwise users could fill the store with invented devices, or displace real devices.
 * @returns empty: not too many; undefined: none can be removed
 */
export function pickDevicesToRemove(
  knownDevices: readonly KnownDevice[],
  max: number,
): readonly Key<DeviceRecord>[] | undefined {
  if (knownDevices.length < max) return []
  const [oldest] = knownDevices
    .filter(({ document }) => hasReportedOnce(document))
    .toSorted((a, b) => toMilliseconds(a.document.seenAt) - toMilliseconds(b.document.seenAt))
  return oldest === undefined ? undefined : [oldest.key]
}

/** Stores a report. @param leaving devices to remove, unless they have reported again */
export function storeReportUnit(
  key: Key<DeviceRecord>,
  line: StoredDeviceReport,
  leaving: readonly Key<DeviceRecord>[],
): Unit<true> {
  return unitForKeys([key, ...leaving], (documents) => ({
    result: true,
    writes: [
      set(key, mergeDeviceRecord(line, documents.get(key))),
      ...leaving.filter((otherKey) => hasReportedOnce(documents.get(otherKey))).map((otherKey) => remove(otherKey)),
    ],
  }))
}

/** Checks whether a device reported only once; unknown for lines of an earlier server. */
function hasReportedOnce(line: DeviceRecord | undefined): boolean {
  return line !== undefined && line.since === line.seenAt
}
