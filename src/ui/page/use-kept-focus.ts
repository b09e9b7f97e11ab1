import { useEffect, useRef } from 'react'

/** Moves the focus to the page's content if the focused element was removed, for example with its row. */
export function useFocusFallback(): void {
  const last = useRef<EventTarget>(null)
  useEffect(() => {
    const note = ({ target }: FocusEvent): void => {
      last.current = target
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  // Runs after the effects of the list and its neighbours, which may set a better focus.
  useEffect(() => {
    if (document.activeElement !== document.body || !(last.current instanceof Element) || last.current.isConnected)
      return
    // Not with an open dialog, which handles the focus itself.
    if (document.querySelector('[aria-modal="true"]') === null)
      document.getElementById('main')?.focus({ preventScroll: true })
  })
}
