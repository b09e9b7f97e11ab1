import { listDrafts, readOutboxSummary, type Local } from '#local/index.ts'

/**
 * Interval of checks for unsent work, milliseconds. Checked in advance, because a closing page cannot wait for a
 * database.
 */
const CHECK_INTERVAL_MS = 1000

/** Asks before closing a page whose data exists only in memory. */
export function warnBeforeLeaving(local: Local): void {
  let isUnsent = false
  window.addEventListener('beforeunload', (event) => {
    if (isUnsent) event.preventDefault()
  })
  const checkUnsentWork = async (): Promise<void> => {
    // Until the database is opened there is no unsent data.
    if (local.fetch !== undefined) return
    const [drafts, { waiting, sending, quarantined }] = await Promise.all([listDrafts(local), readOutboxSummary(local)])
    isUnsent = drafts.length + waiting + sending + quarantined > 0
  }
  setInterval(() => void checkUnsentWork().catch(() => undefined), CHECK_INTERVAL_MS)
}
