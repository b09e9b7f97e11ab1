import { toMilliseconds } from '../kernel/index.ts'
import { type Key, remove, set, type Unit, unitOver } from '../store/index.ts'
import { type DeviceLine, type DeviceRecord, recordOf } from './fleet.ts'

/** What a supervisor looks at; storage figures and clock skew change all the time and alone are no reason to write. */
const TELLING = ['appVersion', 'queued', 'quarantined', 'oldest', 'persisted', 'municipalityPath'] as const

/**
 * Whether to store a report. The time between the two counts in either direction: the clock of the earlier one may have
 * been ahead. @param interval milliseconds
 */
export function isNews(before: DeviceLine, after: DeviceLine, interval: number): boolean {
  return (
    Math.abs(toMilliseconds(after.seenAt) - toMilliseconds(before.seenAt)) >= interval ||
    TELLING.some((field) => before[field] !== after[field])
  )
}

type Known = { readonly key: Key<DeviceRecord>; readonly document: DeviceRecord }

/**
 * What may go for one more device of a full account: the oldest that was heard of only once, never one that came back.
 * So no one fills the store with made-up devices, or pushes out those that they have.
 * @returns undefined: none may go
 */
export function leavingFor(known: readonly Known[], most: number): readonly Key<DeviceRecord>[] | undefined {
  if (known.length < most) return []
  const [oldest] = known
    .filter(({ document }) => isPassing(document))
    .toSorted((one, other) => toMilliseconds(one.document.seenAt) - toMilliseconds(other.document.seenAt))
  return oldest === undefined ? undefined : [oldest.key]
}

/** Notes what a device has said. @param leaving go to make room, unless they were heard of again meanwhile */
export function reportUnit(
  key: Key<DeviceRecord>,
  line: DeviceLine,
  leaving: readonly Key<DeviceRecord>[],
): Unit<true> {
  return unitOver([key, ...leaving], (found) => ({
    result: true,
    writes: [
      set(key, recordOf(line, found.get(key))),
      ...leaving.filter((other) => isPassing(found.get(other))).map((other) => remove(other)),
    ],
  }))
}

/** Heard of only once; not known of a line that an earlier server wrote. */
function isPassing(line: DeviceRecord | undefined): boolean {
  return line !== undefined && line.since === line.seenAt
}
