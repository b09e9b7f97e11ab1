import type { Log, Store } from '#core/ports.ts'

/** Milliseconds between two runs; short, so that lists are up to date when they are opened. */
const PAUSE = 1_000

/**
 * Updates the store's indexes in the background. Logs the backlog at the start, and answers that could not be indexed.
 * @returns a function that stops the updates
 */
export function updateIndexesInBackground({
  store: { following },
  log,
}: {
  readonly store: Store
  readonly log: Log
}): () => void {
  if (following === undefined) return () => undefined
  let isUnderWay = false
  const catchUpOnce = async (): Promise<void> => {
    const { behind, leftOut } = following.progress()
    if (behind === 0 || isUnderWay) return
    isUnderWay = true
    try {
      await following.catchUp()
      const now = following.progress().leftOut
      if (now > leftOut) log.error('lists.left-out', { answers: now - leftOut })
    } catch (error) {
      log.error('lists.failed', { error: String(error) })
    }
    isUnderWay = false
  }
  const { behind } = following.progress()
  if (behind > 0) log.info('lists.behind', { behind })
  const timer = setInterval(() => void catchUpOnce(), PAUSE)
  timer.unref()
  return () => clearInterval(timer)
}
