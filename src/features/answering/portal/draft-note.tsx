import type { ReactNode } from 'react'
import { Trans } from '@lingui/react/macro'
import type { Instant } from '#domain/kernel/index.ts'
import { deleteDraft } from '#local/index.ts'
import { Banner, DeleteButton, useAccount, useFormats } from '#ui/index.ts'
import type { AnsweringSession } from '../session.ts'

type PortalDraftNoteProps = {
  readonly session: Pick<AnsweringSession, 'answer' | 'journal'>
  /** last change of the draft that is being continued */
  readonly draftedAt: Instant | undefined
  readonly onDiscarded: () => void
  /** further text about the draft */
  readonly children?: ReactNode
}

/** Says that a citizen's text is stored on this device, and offers to discard it. */
export function PortalDraftNote({ session, draftedAt, onDiscarded, children }: PortalDraftNoteProps) {
  const { local } = useAccount()
  const formats = useFormats()
  const discard = async (): Promise<void> => {
    // Closes the journal first, so that a pending change does not restore the draft.
    await session.journal.close()
    await deleteDraft(local, session.answer)
    onDiscarded()
  }
  return (
    <Banner
      tone="quiet"
      action={
        <DeleteButton onClick={() => void discard()}>
          <Trans>Discard</Trans>
        </DeleteButton>
      }
    >
      {draftedAt !== undefined && (
        <>
          <Trans>You are continuing the draft of {formats.dateTime(draftedAt)}.</Trans>{' '}
        </>
      )}
      {children}
      <Trans>
        What you write is kept on this device until you send it. If you share this device, discard what you wrote before
        you leave.
      </Trans>
    </Banner>
  )
}
