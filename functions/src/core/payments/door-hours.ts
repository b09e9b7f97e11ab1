import type { FormTemplate } from '#domain/templates/index.ts'
import { type StoredScan, getDoorHours, isDoorOpenAt, type DoorEvent } from '#domain/tickets/index.ts'
import { toMilliseconds } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Store } from '../ports.ts'

/** Maximum earlier versions of a form whose hours are read for late scans. */
const MAX_VERSIONS = 20

/**
 * Returns the test whether the doors were open at a time, by the current hours or those valid at the time of the scan,
 * so that postponing an event does not invalidate earlier entries. Earlier versions are read only when an entry is
 * outside the current hours.
 */
export async function loadOpenHoursCheck(
  store: Pick<Store, 'getMany'>,
  form: FormTemplate,
  event: Pick<DoorEvent, 'opens' | 'closes'>,
  scans: readonly Pick<StoredScan, 'at' | 'isAdmitted' | 'direction'>[],
): Promise<(at: number) => boolean> {
  const isOutside = scans.some(
    ({ at, isAdmitted, direction }) => isAdmitted && direction === 'entry' && !isDoorOpenAt(event, at),
  )
  if (!isOutside) return (at) => isDoorOpenAt(event, at)
  const newest = form.version - 1
  const requestedKey = Array.from({ length: Math.min(MAX_VERSIONS, newest) }, (_, index) =>
    keys.templateVersion(form.id, newest - index),
  )
  const documents = await store.getMany(requestedKey)
  const versions = [form, ...requestedKey.flatMap((key) => documents.get(key) ?? [])]
  return (at) => {
    const then = versions.find(({ lastEdit, timeStamp }) => toMilliseconds(lastEdit?.date ?? timeStamp) <= at)
    return isDoorOpenAt(event, at) || (then !== undefined && isDoorOpenAt(getDoorHours(then), at))
  }
}
