import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLiveQuery } from 'dexie-react-hooks'
import { Trans } from '@lingui/react/macro'
import { listLocalAnswers } from '#local/index.ts'
import { Banner, useAccount, useFormats } from '#ui/index.ts'
import { DraftOpenElsewhere } from '../drafts/open-elsewhere.tsx'
import type { AnsweringSession } from '../session.ts'
import { StoredTextNotice } from './discard-written.tsx'
import { discardDrafts, type PublicOpening } from './open-public.ts'
import { AnswerLink } from './to-answer.tsx'

export type PublicNoticesProps = {
  readonly opened: Extract<PublicOpening, { readonly kind: 'form' }>
  readonly session: AnsweringSession
  /** something was typed and is stored on this device */
  readonly begun: boolean
  readonly elsewhere: boolean
  readonly onAgain: (opening?: PublicOpening) => void
}

/**
 * Shows the most important notices above the form: another window, or an earlier answer and text stored on this device
 * that can be discarded. Replaces the form if another window has sent its answer.
 */
export function PublicNotices(props: PublicNoticesProps) {
  const { local } = useAccount()
  const [isHere, setHere] = useState(local.fetch === undefined)
  useEffect(() => {
    void local.fetch?.().then(setHere)
  }, [local])
  return isHere ? <NoticeText {...props} /> : null
}

function NoticeText({ opened: { opening }, session, begun, elsewhere, onAgain }: PublicNoticesProps) {
  const { local, keptByPage } = useAccount()
  const formats = useFormats()
  const { id, opcionales } = opening.template
  const answers = useLiveQuery(() => listLocalAnswers(local, id), [local, id]) ?? []
  const own = answers.find((answer) => answer.id === session.answer)
  const before = answers.find((answer) => answer !== own)
  const replacement = own ?? (opcionales.singleAnswer && !begun ? before : undefined)
  const isAnswered = replacement !== undefined && replacement.submit?.id !== session.mutation
  useEffect(() => {
    if (isAnswered) onAgain({ kind: 'answered', before: replacement })
  }, [isAnswered, replacement, onAgain])
  const discard = async (): Promise<void> => {
    // Closes the journal first, so that a pending change does not restore the draft.
    await session.journal.close()
    await discardDrafts(local, [session.answer])
    onAgain()
  }
  if (elsewhere) return <DraftOpenElsewhere />
  const earlier = before !== undefined && (
    <Trans>This form was answered on this device on {formats.dateTime(before.at)}.</Trans>
  )
  if (begun)
    return (
      <KeptScrollPosition isLate={opening.kind !== 'draft'}>
        <StoredTextNotice onDiscard={discard}>
          {before !== undefined && (
            <p>
              {earlier} <AnswerLink answer={before} />
            </p>
          )}
          <p>
            {opening.kind === 'draft' && (
              <>
                <Trans>You are continuing the draft of {formats.dateTime(opening.draft.updatedAt)}.</Trans>{' '}
              </>
            )}
            {keptByPage === true ? (
              <Trans>Keep this page open until your answer is sent. Closing it loses what you wrote.</Trans>
            ) : (
              <Trans>
                What you write is kept on this device until you send it. If you share this device, discard what you
                wrote before you leave.
              </Trans>
            )}
          </p>
        </StoredTextNotice>
      </KeptScrollPosition>
    )
  return (
    before !== undefined && (
      <Banner tone="quiet" action={<AnswerLink answer={before} />}>
        {earlier}
      </Banner>
    )
  )
}

type HeldInPlaceProps = {
  /** the notice appears while the user is answering */
  readonly isLate: boolean
  readonly children: ReactNode
}

/**
 * Scrolls by the height of a late notice, so that the form below stays in its place. Browsers do so only if the page
 * is scrolled.
 */
function KeptScrollPosition({ isLate, children }: HeldInPlaceProps) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const below = box.current?.nextElementSibling
    if (!isLate || scrollY > 0 || !box.current || !below) return
    scrollTo(0, below.getBoundingClientRect().top - box.current.getBoundingClientRect().top)
  }, [isLate])
  return <div ref={box}>{children}</div>
}
