import { Button, Group } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { editWebhook, type WebhookLine } from '#domain/integrations/index.ts'
import { problemOf } from '#domain/endpoints/index.ts'
import { DeleteButton, notify, useConfirmedAct, useProblemText } from '#ui/index.ts'

/** What is done in a dialog. */
export type Wanted = 'deliveries' | 'edit' | 'renew' | 'remove'

type WebhookActionsProps = {
  readonly id: string
  readonly hook: WebhookLine
  readonly want: (what: Wanted) => void
}

/** What may be done with a webhook. */
export function WebhookActions({ id, hook, want }: WebhookActionsProps) {
  const { t } = useLingui()
  const { name } = hook
  return (
    <Group gap={4}>
      <Button variant="subtle" aria-label={t`Deliveries of ${name}`} onClick={() => want('deliveries')}>
        <Trans>Deliveries</Trans>
      </Button>
      <Button variant="subtle" aria-label={t`Edit ${name}`} onClick={() => want('edit')}>
        <Trans>Edit</Trans>
      </Button>
      <Switch id={id} hook={hook} />
      <Button variant="subtle" aria-label={t`New secret for ${name}`} onClick={() => want('renew')}>
        <Trans>New secret</Trans>
      </Button>
      <DeleteButton aria-label={t`Remove ${name}`} onClick={() => want('remove')}>
        <Trans>Remove</Trans>
      </DeleteButton>
    </Group>
  )
}

function Switch({ id, hook }: Pick<WebhookActionsProps, 'id' | 'hook'>) {
  const { t } = useLingui()
  const textOf = useProblemText()
  const { act, busy, dialog } = useConfirmedAct(editWebhook)
  const { name, url, events, areas, forms } = hook
  const isOn = hook.state === 'on'
  async function flip(): Promise<void> {
    const wish = { name, url, events: [...events], areas: [...areas], forms: [...forms], on: !isOn }
    const done = await act({ id, webhook: hook.id, body: wish })
    if (done.kind !== 'ok') notify({ tone: 'attention', text: textOf(problemOf(done)) })
  }
  return (
    <>
      <Button
        variant="subtle"
        loading={busy}
        aria-label={isOn ? t`Switch off ${name}` : t`Switch on ${name}`}
        onClick={() => void flip()}
      >
        {isOn ? <Trans>Switch off</Trans> : <Trans>Switch on</Trans>}
      </Button>
      {dialog}
    </>
  )
}
