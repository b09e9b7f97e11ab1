import { create } from 'zustand'
import { lazyPart } from '../page/lazy-part.tsx'
import type { Notice } from './shown-notices.tsx'

/** Whether any message was shown since the page loaded. */
const useNoticesShown = create(() => ({ wanted: false }))
// If loading fails, messages are not shown, which does no harm.
const LazyNoticeList = lazyPart(async () => {
  const file = await import('./shown-notices.tsx').catch(() => undefined)
  return file?.ShownNotices ?? (() => null)
})

/**
 * Shows a short message, which screen readers announce. Not for messages that require an action, which must stay on the
 * page.
 */
export function notify(notice: Notice): void {
  useNoticesShown.setState({ wanted: true })
  import('./shown-notices.tsx').then(({ showNotice }) => showNotice(notice)).catch(() => undefined)
}

/** The container of short messages. Its code is loaded with the first message. */
export function Notices() {
  return <LazyNoticeList isWanted={useNoticesShown(({ wanted }) => wanted)} />
}

/** Hides short messages when a dialog opens, because they would cover its buttons on a phone. */
export function hideNotices(): void {
  if (useNoticesShown.getState().wanted)
    import('./shown-notices.tsx').then(({ clearNotices }) => clearNotices()).catch(() => undefined)
}
