import { listDrafts, outboxSummary, type Local } from '#local/index.ts'

/** Milliseconds between two looks at what is unsent: leaving cannot wait for a database. */
const LOOK_MS = 1000

/** Asks before a page is closed that alone keeps what is written in it. */
export function warnBeforeLeaving(local: Local): void {
  let isUnsent = false
  window.addEventListener('beforeunload', (event) => {
    if (isUnsent) event.preventDefault()
  })
  const look = async (): Promise<void> => {
    // The database comes later: until then there is nothing unsent.
    if (local.fetch !== undefined) return
    const [drafts, { waiting, sending, quarantined }] = await Promise.all([listDrafts(local), outboxSummary(local)])
    isUnsent = drafts.length + waiting + sending + quarantined > 0
  }
  setInterval(() => void look().catch(() => undefined), LOOK_MS)
}
