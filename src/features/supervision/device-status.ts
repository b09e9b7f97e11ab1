import { toMilliseconds, type Instant } from '#domain/kernel/index.ts'
import { SILENT_AFTER, type DeviceLine } from '#domain/devices/index.ts'

/** What a supervisor should know first about a device; the worst first. */
export type DeviceStatus = 'silent' | 'attention' | 'holding' | 'clear'

export function deviceStatus({ seenAt, quarantined, queued }: DeviceLine, serverTime: Instant): DeviceStatus {
  if (toMilliseconds(serverTime) - toMilliseconds(seenAt) > SILENT_AFTER) return 'silent'
  if (quarantined > 0) return 'attention'
  return queued > 0 ? 'holding' : 'clear'
}

const ORDER: Readonly<Record<DeviceStatus, number>> = { attention: 0, holding: 1, silent: 2, clear: 3 }

/** What needs attention comes first; among equals, what has waited longest, then the one heard of last. */
export function inOrder(devices: readonly DeviceLine[], serverTime: Instant): readonly DeviceLine[] {
  const rank = (device: DeviceLine): number => ORDER[deviceStatus(device, serverTime)]
  return devices.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      (a.oldest ?? '~').localeCompare(b.oldest ?? '~') ||
      b.seenAt.localeCompare(a.seenAt) ||
      a.device.localeCompare(b.device),
  )
}

/** A clock that is off by less does no harm to anybody who reads a date and time. Milliseconds. */
const HARMLESS_SKEW = 60_000

/** @returns whole minutes that the device's clock is ahead (negative: behind); 0 when that is nothing to speak of */
export function minutesAhead({ skew }: DeviceLine): number {
  return Math.abs(skew) < HARMLESS_SKEW ? 0 : Math.round(-skew / 60_000)
}

/** Less room than this, and photos may not be saved any more. Bytes. */
const LITTLE_ROOM = 200_000_000

/** @returns bytes that are left, when they are few; null when there is room, or the browser does not say */
export function littleRoomOn({ quota, usage }: DeviceLine): number | null {
  if (quota === null || usage === null) return null
  const left = Math.max(0, quota - usage)
  return left < LITTLE_ROOM ? left : null
}
