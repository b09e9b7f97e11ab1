import { create } from 'zustand'
import { later } from '../page/later.tsx'
import type { Notice } from './shown-notices.tsx'

/** Whether any message was shown since the page loaded. */
export const useWanted = create(() => ({ wanted: false }))
// A failed load loses passing messages only.
const Shown = later(async () => {
  const file = await import('./shown-notices.tsx').catch(() => undefined)
  return file?.ShownNotices ?? (() => null)
})

/**
 * Shows a short message and has screen readers announce it. Never use it for messages that require an action: those
 * stay on the page.
 */
export function notify(notice: Notice): void {
  useWanted.setState({ wanted: true })
  import('./shown-notices.tsx').then(({ show }) => show(notice)).catch(() => undefined)
}

/** The container of short messages; its code is loaded with the first message. */
export function Notices() {
  return <Shown wanted={useWanted(({ wanted }) => wanted)} />
}
