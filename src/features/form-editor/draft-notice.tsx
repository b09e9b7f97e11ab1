import { useState } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import { discardDraft } from '#domain/templates/index.ts'
import { toProblem } from '#domain/endpoints/index.ts'
import type { Problem } from '#domain/kernel/index.ts'
import type { TemplateEditBase } from '#local/index.ts'
import { DeleteButton, Banner, FormDialog, notify, useAccount, useFormats, useProblemText } from '#ui/index.ts'
import { isFormMissing } from './opening.ts'
import { useEditor, useEditorStore } from './store/editor-context.tsx'
import { canEditHere } from './store/editor-store.ts'

/** Says that this is a draft, who can see it, and which version devices have. Offers to discard the draft. */
export function DraftNotice({ onDiscarded }: { readonly onDiscarded: () => Promise<void> }) {
  const formats = useFormats()
  const keptDraft = useEditor(({ base }) => base?.kept ?? null)
  const published = useEditor(({ base }) => base?.template?.version)
  const isHere = useEditor(({ owner }) => canEditHere(owner))
  const [isRequested, setAsked] = useState(false)
  if (keptDraft === null) return null
  const [username, date] = [keptDraft.lastEdit.username, formats.dateTime(keptDraft.lastEdit.date)]
  return (
    <>
      <Banner
        tone="quiet"
        action={
          isHere && (
            <DeleteButton onClick={() => setAsked(true)}>
              <Trans>Discard the draft</Trans>
            </DeleteButton>
          )
        }
      >
        {published === undefined ? (
          <Trans>
            This form is a draft. Only people who can edit it see it, and it cannot be answered until it is published.
          </Trans>
        ) : (
          <Trans>
            This is a draft of the next version. Only people who can edit the form see it. Devices keep using version{' '}
            {published} until the draft is published.
          </Trans>
        )}{' '}
        <Trans>
          Saved by {username} on {date}.
        </Trans>
      </Banner>
      {isRequested && (
        <DiscardDialog
          kept={keptDraft}
          isNew={published === undefined}
          onDiscarded={onDiscarded}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}

type DiscardDialogProps = {
  readonly kept: NonNullable<TemplateEditBase['kept']>
  readonly isNew: boolean
  readonly onDiscarded: () => Promise<void>
  readonly onClose: () => void
}

function DiscardDialog({ kept, isNew, onDiscarded, onClose }: DiscardDialogProps) {
  const { t } = useLingui()
  const { ask } = useAccount()
  const { id } = useEditorStore()
  const problemText = useProblemText()
  const [state, setState] = useState<Problem | 'asking' | null>(null)
  const discard = async (): Promise<void> => {
    setState('asking')
    const outcome = await ask(discardDraft, { id, revision: kept.revision, revisionAt: kept.lastEdit.date })
    const problem = outcome.kind === 'ok' ? null : toProblem(outcome)
    // A missing draft counts as discarded: another user discarded it, or the reply to an earlier request was lost.
    if (problem !== null && !isFormMissing(problem)) return setState(problem)
    notify({ tone: 'received', text: t`The draft was discarded` })
    await onDiscarded()
  }
  return (
    <FormDialog
      danger
      opened
      title={t`Discard the draft?`}
      submit={<Trans>Discard</Trans>}
      busy={state === 'asking'}
      failure={state === null || state === 'asking' ? null : problemText(state)}
      onSubmit={() => void discard()}
      onClose={onClose}
    >
      {isNew ? (
        <Trans>This form was never published. The whole form is deleted for everyone who edits it.</Trans>
      ) : (
        <Trans>
          The published version stays as it is. The draft, with your changes, is deleted for everyone who edits this
          form.
        </Trans>
      )}
    </FormDialog>
  )
}
