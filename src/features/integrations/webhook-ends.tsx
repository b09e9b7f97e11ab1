import { useState } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import { problemOf } from '#domain/endpoints/index.ts'
import { removeWebhook, renewSecret, type WebhookLine } from '#domain/integrations/index.ts'
import { FormDialog, notify, useAct, useConfirmedAct, useProblemText } from '#ui/index.ts'

type OfHook = { readonly id: string; readonly hook: WebhookLine; readonly onClose: () => void }

/** What still waits is not sent any more. */
export function RemoveDialog({ id, hook, onClose }: OfHook) {
  const { t } = useLingui()
  const textOf = useProblemText()
  const { act, busy } = useAct(removeWebhook)
  const [failure, setFailure] = useState<string | null>(null)
  async function remove(): Promise<void> {
    const done = await act({ id, webhook: hook.id })
    if (done.kind !== 'ok') return setFailure(textOf(problemOf(done)))
    notify({ tone: 'received', text: t`The webhook is gone.` })
    onClose()
  }
  return (
    <FormDialog
      danger
      title={t`Remove “${hook.name}”?`}
      submit={<Trans>Remove</Trans>}
      busy={busy}
      failure={failure}
      onSubmit={() => void remove()}
      onClose={onClose}
    >
      <p>
        <Trans>
          The other system is told nothing more, not even of what still waits. Its list of deliveries goes, too.
        </Trans>
      </p>
    </FormDialog>
  )
}

type RenewProps = OfHook & { readonly onRenewed: (made: { readonly name: string; readonly secret: string }) => void }

/** Another secret, beside which the one before is good for a day. */
export function RenewDialog({ id, hook, onRenewed, onClose }: RenewProps) {
  const { t } = useLingui()
  const textOf = useProblemText()
  const { act, busy, dialog } = useConfirmedAct(renewSecret)
  const [failure, setFailure] = useState<string | null>(null)
  async function renew(): Promise<void> {
    const done = await act({ id, webhook: hook.id })
    if (done.kind !== 'ok') return setFailure(textOf(problemOf(done)))
    onRenewed({ name: hook.name, secret: done.value.secret })
  }
  return (
    <FormDialog
      title={t`A new secret for “${hook.name}”?`}
      submit={<Trans>Renew</Trans>}
      busy={busy}
      failure={failure}
      onSubmit={() => void renew()}
      onClose={onClose}
    >
      <p>
        <Trans>
          For a day messages are signed with the old secret, too, so that the other system can be changed in peace.
        </Trans>
      </p>
      {dialog}
    </FormDialog>
  )
}
