import { useEffect, useRef } from 'react'
import { forgetOpenForm, rememberOpenForm } from '#local/index.ts'
import { setOpenForm, useAccount, useSession, onPageHidden } from '#ui/index.ts'
import type { AnsweringSession } from '../session.ts'
import { leaveForm } from './left-forms.ts'
import { useOpenElsewhere } from './use-open-elsewhere.ts'

/**
 * While the form is on screen, journals its changes (immediately when the page is hidden), delays app updates, and
 * remembers the form, so that it is reopened if the app is killed. StrictMode's second run does not count as leaving.
 * @returns whether another window has the same draft open, which every caller has to show
 */
export function useDraftAutosave(session: AnsweringSession, onFirstChange: () => void): boolean {
  const { local } = useAccount()
  const first = useRef(onFirstChange)
  useEffect(() => {
    first.current = onFirstChange
  })
  useEffect(() => {
    const { kind: change } = session.change ?? {}
    const at = { template: session.form.template.id, draft: session.answer }
    const place = change === undefined ? at : { ...at, change }
    if (session.isDraft()) void rememberOpenForm(local, place)
    const leave = session.follow(() => {
      void rememberOpenForm(local, place)
      first.current()
    })
    const stopFlushing = onPageHidden(() => void session.journal.flush())
    const open = { template: place.template }
    setOpenForm(open)
    return () => {
      stopFlushing()
      const kept = leave()
      leaveForm(session, kept)
      // Delays app updates, which reload the page, until photos in progress are in the draft.
      void kept.then(() => {
        if (useSession.getState().openForm === open) setOpenForm(null)
      })
      void forgetOpenForm(local, place.draft)
    }
  }, [local, session])
  return useOpenElsewhere(session.answer)
}
