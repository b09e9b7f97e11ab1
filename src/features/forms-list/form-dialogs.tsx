import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { toProblem } from '#domain/endpoints/index.ts'
import { unreachable } from '#domain/kernel/index.ts'
import { countAnswers, deleteTemplate, type FormSummary } from '#domain/templates/index.ts'
import type { SyncedArea } from '#domain/sync/index.ts'
import { listLocalAnswers } from '#local/index.ts'
import {
  Banner,
  FormDialog,
  notify,
  TryAgainButton,
  useAccount,
  useEndpointCall,
  useEndpointData,
  useFormTexts,
  type Loadable,
} from '#ui/index.ts'
import { DuplicateFormDialog } from './duplicate-dialog.tsx'
import { useFormFailureText } from './failure-text.ts'

/** A dialog that a form's menu opens. */
export type FormDialogRequest = { readonly kind: 'duplicate' | 'delete'; readonly template: FormSummary }

type FormDialogsProps = {
  readonly request: FormDialogRequest
  /** areas of the account */
  readonly areas: readonly SyncedArea[]
  readonly onClose: () => void
}

export function FormDialogs({ request, areas, onClose }: FormDialogsProps) {
  switch (request.kind) {
    case 'duplicate':
      return <DuplicateFormDialog template={request.template} areas={areas} onClose={onClose} />
    case 'delete':
      return <DeleteFormDialog template={request.template} onClose={onClose} />
    default:
      return unreachable(request.kind)
  }
}

type DeleteDialogProps = { readonly template: FormSummary; readonly onClose: () => void }

/**
 * Asks for confirmation, and states what is deleted with the form: answers on the server, and unsent answers on this
 * device.
 */
export function DeleteFormDialog({ template, onClose }: DeleteDialogProps) {
  const { t } = useLingui()
  const { local, sync } = useAccount()
  const { act } = useEndpointCall(deleteTemplate)
  const formText = useFormTexts()
  const failureText = useFormFailureText()
  const [count, retryCount] = useEndpointData(countAnswers, { id: template.id })
  const unsent = useLiveQuery(
    async () => (await listLocalAnswers(local, template.id)).filter(({ entries }) => entries.length > 0).length,
    [local, template.id],
  )
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const title = formText(template, 'titulo')

  async function remove(): Promise<void> {
    setBusy(true)
    setFailure(null)
    const outcome = await act({ id: template.id })
    if (outcome.kind === 'ok') {
      notify({ tone: 'received', text: t`The form was deleted` })
      // Keeps the dialog open until the pull has removed the row, so that the deleted form cannot be used.
      await sync.sendNow()
      onClose()
      return
    }
    setBusy(false)
    setFailure(failureText(toProblem(outcome), t`The form could not be deleted. Try again.`))
  }

  return (
    <FormDialog
      danger
      opened
      title={t`Delete “${title}”?`}
      submit={<Trans>Delete</Trans>}
      busy={busy}
      failure={failure}
      disabled={count.kind !== 'here'}
      onSubmit={() => void remove()}
      onClose={onClose}
    >
      <DeletedContents count={count} retry={retryCount} />
      {unsent !== undefined && unsent > 0 && (
        <p>
          <Plural
            value={unsent}
            one="# answer on this device has not been sent yet. The server will hold it for a decision."
            other="# answers on this device have not been sent yet. The server will hold them for a decision."
          />
        </p>
      )}
    </FormDialog>
  )
}

function DeletedContents({
  count,
  retry,
}: {
  readonly count: Loadable<{ readonly answers: number }>
  readonly retry: () => void
}) {
  const failureText = useFormFailureText()
  const { t } = useLingui()
  switch (count.kind) {
    case 'loading':
      return (
        <div role="status" aria-label={t`Loading`}>
          <Skeleton height={24} />
        </div>
      )
    case 'failed':
      return (
        <div role="alert">
          <Banner tone="attention" action={<TryAgainButton retry={retry} />}>
            {failureText(count.problem, t`The form could not be deleted. Try again.`)}
          </Banner>
        </div>
      )
    case 'here':
      return count.value.answers === 0 ? (
        <p>
          <Trans>The form has no associated answers.</Trans>
        </p>
      ) : (
        <>
          <p>
            <Trans>This action will delete the form and all its associated answers.</Trans>
          </p>
          <p>
            <Plural value={count.value.answers} one="It has # answer." other="It has # answers." />
          </p>
        </>
      )
  }
}
