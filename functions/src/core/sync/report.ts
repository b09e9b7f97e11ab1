import { keys } from '#domain/store/index.ts'
import { isWorthStoring, pickDevicesToRemove, reportUnit } from '#domain/devices/judge.ts'
import { toInstant } from '#domain/kernel/index.ts'
import { buildDeviceLine, deviceReportSchema } from '#domain/devices/index.ts'
import type { Profile } from '#domain/sync/index.ts'
import type { Core } from '../context.ts'

/**
 * Stores a device's report when it has news (`isWorthStoring`). An invalid report or a store error does not fail the
 * pull.
 */
export async function storeReport({ ports, tuning }: Core, profile: Profile, sent: unknown): Promise<void> {
  const parsed = deviceReportSchema.safeParse(sent)
  if (!parsed.success) return
  const { store, clock, log } = ports
  const key = keys.device(parsed.data.device, profile.id)
  const line = buildDeviceLine(parsed.data, profile, toInstant(clock()))
  try {
    const before = await store.get(key)
    if (before !== undefined && !isWorthStoring(before, line, tuning.reportInterval)) return
    const most = tuning.devicesPerUser
    const known =
      before === undefined
        ? await store.query({ collection: 'devices', where: { userId: profile.id }, limit: most })
        : []
    const leaving = pickDevicesToRemove(known, most)
    if (leaving !== undefined) await store.commit(reportUnit(key, line, leaving))
  } catch (error) {
    log.error('pull.report-failed', { error: String(error) })
  }
}
