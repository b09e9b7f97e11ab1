import { keys } from '#domain/store/index.ts'
import { isNews, leavingFor, reportUnit } from '#domain/devices/judge.ts'
import { toInstant } from '#domain/kernel/index.ts'
import { deviceLineOf, deviceReportSchema } from '#domain/devices/index.ts'
import type { Profile } from '#domain/sync/index.ts'
import type { Core } from '../context.ts'

/** Stores a device's report when it has news (`isNews`). An invalid report or a store error does not fail the pull. */
export async function noteReport({ ports, tuning }: Core, profile: Profile, sent: unknown): Promise<void> {
  const parsed = deviceReportSchema.safeParse(sent)
  if (!parsed.success) return
  const { store, clock, log } = ports
  const key = keys.device(parsed.data.device, profile.id)
  const line = deviceLineOf(parsed.data, profile, toInstant(clock()))
  try {
    const before = await store.get(key)
    if (before !== undefined && !isNews(before, line, tuning.reportInterval)) return
    const most = tuning.devicesPerUser
    const known =
      before === undefined
        ? await store.query({ collection: 'devices', where: { userId: profile.id }, limit: most })
        : []
    const leaving = leavingFor(known, most)
    if (leaving !== undefined) await store.commit(reportUnit(key, line, leaving))
  } catch (error) {
    log.error('pull.report-failed', { error: String(error) })
  }
}
