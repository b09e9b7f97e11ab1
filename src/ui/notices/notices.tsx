import { create } from 'zustand'
import { later } from '../page/later.tsx'
import type { Notice } from './shown-notices.tsx'

/** Whether any was shown since the page began. */
export const useWanted = create(() => ({ wanted: false }))
// A file that cannot be had takes passing messages with it, and nothing else.
const Shown = later(async () => {
  const file = await import('./shown-notices.tsx').catch(() => undefined)
  return file?.ShownNotices ?? (() => null)
})

/** Shows a short message and has it read aloud. Never for what a person must act on: that stays on the page. */
export function notify(notice: Notice): void {
  useWanted.setState({ wanted: true })
  import('./shown-notices.tsx').then(({ show }) => show(notice)).catch(() => undefined)
}

/** The short messages, above the thumb; nothing is fetched for them before the first one. */
export function Notices() {
  return <Shown wanted={useWanted(({ wanted }) => wanted)} />
}
