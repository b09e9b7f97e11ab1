import type { Log, Store } from '#core/ports.ts'

/** Milliseconds between two looks: a list that is opened after a while is already written. */
const PAUSE = 1_000

/** Has the store write what lists read while no one reads; logs when that is much (an upgrade). @returns stops it */
export function followQuietly({ store: { following }, log }: { readonly store: Store; readonly log: Log }): () => void {
  if (following === undefined) return () => undefined
  let isUnderWay = false
  const look = async (): Promise<void> => {
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
  const timer = setInterval(() => void look(), PAUSE)
  timer.unref()
  return () => clearInterval(timer)
}
