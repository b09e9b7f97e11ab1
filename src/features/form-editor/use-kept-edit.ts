import { useEffect, useRef } from 'react'
import { setOpenForm, whenHidden } from '#ui/index.ts'
import type { EditingSession } from './session.ts'

/** While the form is in the editor, changes are journaled, at once when the page hides; a new app version waits. */
export function useKeptEdit(session: EditingSession, onFirstChange: () => void): void {
  const first = useRef(onFirstChange)
  useEffect(() => {
    first.current = onFirstChange
  })
  useEffect(() => {
    const stop = session.follow(() => first.current())
    const stopFlushing = whenHidden(() => void session.journal.flush())
    setOpenForm({ template: session.store.id })
    return () => {
      stopFlushing()
      stop()
      setOpenForm(null)
    }
  }, [session])
}
