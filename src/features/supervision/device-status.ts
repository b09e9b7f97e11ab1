import { toMilliseconds, type Instant } from '#domain/kernel/index.ts'
import { SILENT_AFTER_MS, type DeviceLine } from '#domain/devices/index.ts'

/** The most important fact about a device, most severe first. */
export type DeviceStatus = 'silent' | 'attention' | 'holding' | 'clear'

export function deviceStatus({ seenAt, quarantined, queued }: DeviceLine, serverTime: Instant): DeviceStatus {
  if (toMilliseconds(serverTime) - toMilliseconds(seenAt) > SILENT_AFTER_MS) return 'silent'
  if (quarantined > 0) return 'attention'
  return queued > 0 ? 'holding' : 'clear'
}

const ORDER: Readonly<Record<DeviceStatus, number>> = { attention: 0, holding: 1, silent: 2, clear: 3 }

/** Sorts devices by status, then by longest waiting, then by oldest report. */
export function sortDevices(devices: readonly DeviceLine[], serverTime: Instant): readonly DeviceLine[] {
  const rank = (device: DeviceLine): number => ORDER[deviceStatus(device, serverTime)]
  return devices.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      (a.oldest ?? '~').localeCompare(b.oldest ?? '~') ||
      b.seenAt.localeCompare(a.seenAt) ||
      a.device.localeCompare(b.device),
  )
}

/** Milliseconds of clock error that are not reported. */
const HARMLESS_SKEW = 60_000

/** @returns whole minutes that the device's clock is ahead (negative: behind); 0 if harmless */
export function minutesAhead({ skew }: DeviceLine): number {
  return Math.abs(skew) < HARMLESS_SKEW ? 0 : Math.round(-skew / 60_000)
}

/** With fewer free bytes, saving photos may fail. */
const LITTLE_ROOM = 200_000_000

/** @returns free bytes if low; null if sufficient or unknown */
export function findLowSpace({ quota, usage }: DeviceLine): number | null {
  if (quota === null || usage === null) return null
  const left = Math.max(0, quota - usage)
  return left < LITTLE_ROOM ? left : null
}
