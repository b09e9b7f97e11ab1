import { remove, set, keys, type Found, type Key, unitOver } from '#domain/store/index.ts'
import { toInstant } from '#domain/kernel/index.ts'
import {
  deviceLineOf,
  deviceReportSchema,
  recordOf,
  type DeviceLine,
  type DeviceRecord,
  type Profile,
} from '#domain/sync/index.ts'
import type { Core } from '../context.ts'

/** What a supervisor looks at; storage figures and clock skew change all the time and alone are no reason to write. */
const TELLING = ['appVersion', 'queued', 'quarantined', 'oldest', 'persisted', 'municipalityPath'] as const

/**
 * Stores what the device says of itself, seldom enough to be cheap. A report that nobody can read, or a store that is busy, never
 * spoils the pull.
 */
export async function noteReport(core: Core, profile: Profile, told: unknown): Promise<void> {
  const parsed = deviceReportSchema.safeParse(told)
  if (!parsed.success) return
  const report = parsed.data
  const { store, clock, log } = core.ports
  const key = keys.device(report.device, profile.id)
  const now = clock()
  const document: DeviceLine = deviceLineOf(report, profile, toInstant(now))
  try {
    const before = await store.get(key)
    if (before !== undefined && !isNews(before, document, now, core.tuning.reportInterval)) return
    const room = before === undefined ? await roomFor(core, profile) : []
    if (room === undefined) return
    const noted = (found: Found): DeviceRecord => recordOf(document, found.get(key))
    await store.commit(
      unitOver([key, ...room], (found) => {
        const leaving = room.filter((other) => isPassing(found.get(other)))
        return {
          result: true,
          writes: [set(key, noted(found)), ...leaving.map((other) => remove(other))],
        }
      }),
    )
  } catch (error) {
    log.error('pull.report-failed', { error: String(error) })
  }
}

/**
 * One account cannot fill the store with devices that it made up, nor push out those that it has: when there is no room, what was heard of only once goes, the oldest first, and never a
 * device that came back.
 * @returns lines that make room for one more; undefined: none may go
 */
async function roomFor({ ports, tuning }: Core, profile: Profile): Promise<readonly Key<DeviceRecord>[] | undefined> {
  const lines = await ports.store.query({
    collection: 'devices',
    where: { userId: profile.id },
    limit: tuning.devicesPerUser,
  })
  if (lines.length < tuning.devicesPerUser) return []
  const passing = lines.filter(({ document }) => isPassing(document))
  const [oldest] = passing.sort((one, other) => Date.parse(one.document.seenAt) - Date.parse(other.document.seenAt))
  return oldest === undefined ? undefined : [oldest.key]
}

/** Heard of only once. Of a line that an earlier server wrote nobody knows. */
function isPassing(line: DeviceRecord | undefined): boolean {
  return line !== undefined && line.since === line.seenAt
}

function isNews(before: DeviceLine, after: DeviceLine, now: number, interval: number): boolean {
  // Either way: a line from a clock that was ahead is no newer than this one.
  return (
    Math.abs(now - Date.parse(before.seenAt)) >= interval || TELLING.some((field) => before[field] !== after[field])
  )
}
