import { type RefObject, useEffect } from 'react'
import { findControl } from '../element-ids.ts'
import { useEditor } from '../store/editor-context.tsx'
import type { PartFocus } from '../store/editor-store.ts'

/** Scrolls a part to the middle of the screen and focuses it, when the store requests it. */
export function useReveal(key: string, part: RefObject<HTMLElement | null>): void {
  const reveal = useEditor((state) => (state.reveal?.key === key ? state.reveal : null))
  useEffect(() => {
    const element = part.current
    if (reveal === null || element === null) return
    const { top, bottom } = element.getBoundingClientRect()
    // Leaves space below a focused field for the fields that follow.
    const below = reveal.focus === 'field' ? innerHeight / 3 : STICKY_BARS_HEIGHT
    const seen = top >= STICKY_BARS_HEIGHT && bottom <= innerHeight - below
    // Scrolls without animation, which would render everything in between.
    if (!seen) element.scrollIntoView({ block: bottom - top > innerHeight / 2 ? 'start' : 'center' })
    findFocusTarget(element, reveal.focus)?.focus({ preventScroll: true })
  }, [part, reveal])
}

/** Height of each sticky bar, at the top and the bottom, in pixels. */
const STICKY_BARS_HEIGHT = 80

function findFocusTarget(element: HTMLElement, focus: PartFocus): HTMLElement | null {
  if (focus === 'none') return null
  if (focus === 'handle') return element.querySelector<HTMLElement>('[data-handle]')
  if (focus === 'field') return element.querySelector<HTMLElement>('[data-first]')
  const control = document.getElementById(focus.id)
  return control !== null && element.contains(control)
    ? findControl(control)
    : element.querySelector<HTMLElement>('[data-first]')
}
