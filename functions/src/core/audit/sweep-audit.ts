import { DEFAULT_AUDIT_RETENTION, pruneAuditUnit } from '#domain/audit/index.ts'
import { toInstant } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Ports } from '../ports.ts'

const DAY = 24 * 60 * 60 * 1000
/** Entries per commit. */
const BATCH_SIZE = 200
/** Maximum commits per sweep; the next hourly sweep continues. */
const MAX_COMMITS = 100

/** Deletes expired audit entries, the oldest first. @returns the number deleted */
export async function sweepAudit({ store, clock }: Pick<Ports, 'store' | 'clock'>): Promise<number> {
  let deletedCount = 0
  const { keepDays } = (await store.get(keys.auditRetention)) ?? DEFAULT_AUDIT_RETENTION
  const until = toInstant(clock() - keepDays * DAY)
  for (let commit = 0; commit < MAX_COMMITS; commit += 1) {
    const entries = await store.query({
      collection: 'audit',
      order: { field: 'number', descending: false },
      limit: BATCH_SIZE,
    })
    const oldest = entries.map(({ document }) => document)
    const went = await store.commit(pruneAuditUnit(oldest, until))
    deletedCount += went
    if (went < BATCH_SIZE) break
  }
  return deletedCount
}
