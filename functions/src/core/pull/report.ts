import { toInstant } from '#domain/kernel/index.ts'
import { deviceLineOf, deviceReportSchema, keys, recordOf } from '#domain/sync/index.ts'
import type { DeviceLine, DeviceRecord, DeviceReport, Found, Profile } from '#domain/sync/index.ts'
import type { Core } from '../context.ts'
import { unitOver } from '../sessions/unit.ts'

/** What a supervisor looks at; storage figures and clock skew change all the time and alone are no reason to write. */
const TELLING = ['appVersion', 'queued', 'quarantined', 'oldest', 'persisted', 'municipalityPath'] as const

/**
 * Stores what the device says of itself, seldom enough to be cheap. A report that nobody can read, or a store that is busy, never
 * spoils the pull.
 */
export async function noteReport(core: Core, profile: Profile, text: string | undefined): Promise<void> {
  const report = parsed(text)
  if (report === undefined) return
  const { store, clock, log } = core.ports
  const key = keys.device(report.device, profile.id)
  const now = clock()
  const document: DeviceLine = deviceLineOf(report, profile, toInstant(now))
  try {
    const before = (await store.get(key)) as DeviceRecord | undefined
    if (before !== undefined && !isNews(before, document, now, core.tuning.reportInterval)) return
    if (before === undefined && (await isFull(core, profile))) return
    const noted = (found: Found): DeviceRecord => recordOf(document, found.get(key) as DeviceRecord | undefined)
    await store.commit(unitOver([key], (found) => ({ result: true, writes: [{ kind: 'set', key, document: noted(found) }] })))
  } catch (error) {
    log.error('pull.report-failed', { error: String(error) })
  }
}

/** One account cannot fill the store with devices that it made up. */
async function isFull({ ports, tuning }: Core, profile: Profile): Promise<boolean> {
  return (await ports.store.count({ collection: 'devices', where: { userId: profile.id } })) >= tuning.devicesPerUser
}

function isNews(before: DeviceLine, after: DeviceLine, now: number, interval: number): boolean {
  return now - Date.parse(before.seenAt) >= interval || TELLING.some((field) => before[field] !== after[field])
}

function parsed(text: string | undefined): DeviceReport | undefined {
  if (text === undefined || text === '') return undefined
  try {
    const report = deviceReportSchema.safeParse(JSON.parse(text))
    return report.success ? report.data : undefined
  } catch {
    return undefined
  }
}
