import { useEffect, useRef } from 'react'

/** When what had the focus goes with its row, the keyboard goes on from the content, not from the top of the page. */
export function useKeptFocus(): void {
  const last = useRef<EventTarget>(null)
  useEffect(() => {
    const note = ({ target }: FocusEvent): void => {
      last.current = target
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  // After the effects of what is in the list or beside it, which may know better where the keyboard goes on.
  useEffect(() => {
    if (document.activeElement !== document.body || !(last.current instanceof Element) || last.current.isConnected)
      return
    // What goes away in a dialog is its own affair: the content lies behind it.
    if (document.querySelector('[aria-modal="true"]') === null)
      document.getElementById('main')?.focus({ preventScroll: true })
  })
}
