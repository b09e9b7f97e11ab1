import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { AnswerId } from '#domain/kernel/index.ts'
import { forgetOpenForm, rememberOpenForm } from '#local/index.ts'
import { setOpenForm, useAccount, useSession, subscribeToPageHidden } from '#ui/index.ts'
import type { AnsweringSession } from '../session.ts'
import { leaveForm } from './leaving-forms.ts'

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
  // Runs before the browser paints, so that the very first tap is journalled on a slow device, too.
  useLayoutEffect(() => {
    const { kind: change } = session.change ?? {}
    const at = { template: session.form.template.id, draft: session.answer }
    const place = change === undefined ? at : { ...at, change }
    if (session.isDraft()) void rememberOpenForm(local, place)
    const leave = session.follow(() => {
      void rememberOpenForm(local, place)
      first.current()
    })
    const stopFlushing = subscribeToPageHidden(() => void session.journal.flush())
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
  return useIsOpenElsewhere(session.answer)
}

/** Opens a broadcast channel. Undefined if the browser blocks storage, which blocks channels as well. */
function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name)
  } catch {
    return undefined
  }
}

/** Whether another window has this draft open. Both windows then show a warning. False without Web Locks. */
export function useIsOpenElsewhere(answer: AnswerId): boolean {
  const [elsewhere, setElsewhere] = useState(false)
  useEffect(() => {
    if (!('locks' in navigator)) return
    const leaving = new AbortController()
    const { signal } = leaving
    let holds = false
    let release = (): void => {}
    const name = `relevo-draft-${answer}`
    const channel = openChannel(name)
    if (channel === undefined) return
    const held = async (): Promise<void> => {
      if (signal.aborted) return
      holds = true
      await checkOtherTabs()
      await new Promise<void>((resolve) => (release = resolve))
    }
    /**
     * Looks for other windows that wait for the lock. Called when the user returns to this window, as closing windows
     * send no message.
     */
    const checkOtherTabs = async (): Promise<void> => {
      if (!holds) return
      const { pending = [] } = await navigator.locks.query()
      if (!signal.aborted) setElsewhere(pending.some((info) => info.name === name))
    }
    const hold = async (): Promise<void> => {
      const free = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
        if (lock !== null) await held()
        return lock !== null
      })
      if (free || signal.aborted) return
      setElsewhere(true)
      channel.postMessage('here')
      await navigator.locks.request(name, { signal }, held)
    }
    const onBack = (): void => void checkOtherTabs().catch(() => undefined)
    channel.addEventListener('message', () => setElsewhere(true), { signal })
    addEventListener('focus', onBack, { signal })
    document.addEventListener('visibilitychange', onBack, { signal })
    hold().catch(() => undefined)
    return () => {
      leaving.abort()
      channel.close()
      release()
    }
  }, [answer])
  return elsewhere
}
