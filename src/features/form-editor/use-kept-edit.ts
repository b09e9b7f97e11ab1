import { useEffect, useRef } from 'react'
import { setOpenForm } from '#ui/index.ts'
import type { EditingSession } from './session.ts'

/** While the form is in the editor: its changes are journaled, at once when the page is hidden, and a new version of the app waits. */
export function useKeptEdit(session: EditingSession, onFirstChange: () => void): void {
  const first = useRef(onFirstChange)
  useEffect(() => {
    first.current = onFirstChange
  })
  useEffect(() => {
    const stop = session.follow(() => first.current())
    const flush = (): void => void session.journal.flush()
    const hidden = (): void => {
      if (document.visibilityState === 'hidden') flush()
    }
    document.addEventListener('visibilitychange', hidden)
    addEventListener('pagehide', flush)
    setOpenForm({ template: session.store.id })
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      removeEventListener('pagehide', flush)
      stop()
      setOpenForm(null)
    }
  }, [session])
}
