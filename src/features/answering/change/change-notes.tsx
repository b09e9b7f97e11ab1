import type { ReactNode } from 'react'
import { Trans } from '@lingui/react/macro'
import { isSeenVersion } from '#domain/corrections/index.ts'
import { deleteDraft } from '#local/index.ts'
import { Banner, DeleteButton, useAccount, useFormats } from '#ui/index.ts'
import type { ChangeSession } from './change-session.ts'

type ChangeNotesProps = {
  readonly session: ChangeSession
  readonly isEdit: boolean
  readonly onDiscarded: () => void
}

/** Notes about the answer's state, else about the rules of editing. */
export function ChangeNotes({ session, isEdit, onDiscarded }: ChangeNotesProps) {
  const { stored, draft, mayReplace } = session.opening
  const isOutdated = !isSeenVersion(stored, session.change)
  if (!isOutdated && draft === undefined)
    return isEdit || !mayReplace ? (
      <Note tone="quiet">
        {mayReplace ? (
          <Trans>Fill in the missing answers. Changes are recorded in the history.</Trans>
        ) : (
          <Trans>Fill in the missing answers. Existing answers cannot be changed.</Trans>
        )}
      </Note>
    ) : null
  return (
    <>
      {isOutdated && (
        <Note tone="attention">
          <Trans>
            Someone else has changed this answer. If you both changed the same question, both values are kept for a
            supervisor to decide.
          </Trans>
        </Note>
      )}
      <DraftNotes session={session} onDiscarded={onDiscarded} />
    </>
  )
}

function Note({ tone, children }: { readonly tone: 'attention' | 'quiet'; readonly children: ReactNode }) {
  return (
    <div role={tone === 'attention' ? 'alert' : undefined}>
      <Banner tone={tone}>{children}</Banner>
    </div>
  )
}

/** Says that a draft is being continued, and offers to discard it. */
function DraftNotes({ session, onDiscarded }: Omit<ChangeNotesProps, 'isEdit'>) {
  const formats = useFormats()
  const { local } = useAccount()
  const keptDraft = session.opening.draft?.draft
  if (keptDraft === undefined) return null
  const discard = async (): Promise<void> => {
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
      <Trans>You are continuing the draft of {formats.dateTime(keptDraft.updatedAt)}.</Trans>
    </Banner>
  )
}
