import { type ReactNode, useEffect, useRef, useState } from 'react'
import { getVisibleText } from '#domain/kernel/index.ts'
import { Trans } from '@lingui/react/macro'
import { withMessages } from '#ui/index.ts'
import type { AnsweringSession } from '../session.ts'
import type { StepAfterSaving, SaveLabels } from './save-bar.tsx'

/**
 * Button texts of a form that is sent directly to the municipality. @param what what the form's author calls an answer,
 * for example "complaint"; may be empty
 */
export function buildSendLabels(what: string): SaveLabels {
  const short = <Trans>Send</Trans>
  const whole =
    getVisibleText(what) === '' ? (
      short
    ) : (
      <Trans comment="an answer, by its author's word: Send complaint">Send {what}</Trans>
    )
  return { whole, short }
}

/** Value of `history.state` for the check page's entry in the browser's history. */
export const CHECK_PAGE_STATE = 'relevo.checking'

/** Delay before the check page is loaded in advance, milliseconds. The form's own requests are sent first. */
const PRELOAD_DELAY_MS = 1_000

const loadCheck = () => withMessages('answering/signature', import('../signature/check-page.tsx'))

export type SendingOptions = {
  /** button texts; if missing, the button of the form says “Save answer”, and that of the check page “Send” */
  readonly sends?: SaveLabels
  /** next step after saving */
  readonly next: StepAfterSaving | undefined
  /** called once the answer is stored durably on this device */
  readonly onSaved: (next?: StepAfterSaving) => void
  /** resolves to false if the answer is not to be sent */
  readonly before?: (opens: () => void) => Promise<boolean>
}

/**
 * Shows the questions with their values on a check page before the answer is sent, if the form asks for it
 * (`checksAnswers`). The page has its own entry in the history, so that it also opens on Forward and after a reload.
 * @returns properties of the save bar, and `around`, which shows the page instead of the form
 */
export function useCheckPage(session: AnsweringSession, sending: SendingOptions, toCheck: ReactNode) {
  const [page, show] = useState<ReactNode>()
  const { before, sends, next } = sending
  const { checksAnswers } = session.form.template.opcionales
  /** @returns whether to send without the page, because it cannot be loaded */
  const open = async (): Promise<boolean> => {
    const check = await loadCheck().catch(() => undefined)
    check?.openCheckPage({ session, show, ...sending })
    return check === undefined
  }
  const follow = (): void => {
    if (history.state !== CHECK_PAGE_STATE) return
    if (session.isDraft() && session.missing().length === 0) void open()
    else history.replaceState(null, '')
  }
  const last = useRef(follow)
  useEffect(() => {
    last.current = follow
  })
  useEffect(() => {
    if (!checksAnswers) return
    const onMove = (): void => last.current()
    onMove()
    const timer = setTimeout(() => void loadCheck().catch(() => undefined), PRELOAD_DELAY_MS)
    addEventListener('popstate', onMove)
    return () => {
      clearTimeout(timer)
      removeEventListener('popstate', onMove)
    }
  }, [checksAnswers, session])
  const isAllowed = before ?? (async () => true)
  if (!checksAnswers) return { before: isAllowed, sends, next, around: (form: ReactNode) => form }
  return {
    before: async (opens: () => void) => (await isAllowed(opens)) && open(),
    sends: { whole: toCheck, short: toCheck },
    next: undefined,
    around: (form: ReactNode) => (
      <>
        <div style={{ display: page === undefined ? 'contents' : 'none' }}>{form}</div>
        {page}
      </>
    ),
  }
}
