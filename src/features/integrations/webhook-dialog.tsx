import { getVisibleText } from '#domain/kernel/index.ts'
import { useState } from 'react'
import { TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  createWebhook,
  editWebhook,
  WEBHOOK_EVENTS,
  type TokenRestriction,
  type WebhookEvent,
  type Integrations,
  type WebhookListItem,
} from '#domain/integrations/index.ts'
import { toProblem } from '#domain/endpoints/index.ts'
import { FormDialog, useConfirmedCall, useProblemText } from '#ui/index.ts'
import { CheckboxChoices, RestrictionFields } from './restriction-fields.tsx'
import { useWebhookEventNames } from './use-event-names.ts'

type WebhookDialogProps = {
  readonly id: string
  readonly integrations: Integrations
  /** webhook to edit; if missing, the dialog creates a webhook */
  readonly webhook?: WebhookListItem
  readonly onMade: (made: { readonly name: string; readonly secret: string }) => void
  readonly onClose: () => void
}

/** Creates or edits a webhook: events, restrictions and URL. */
export function WebhookDialog({ id, integrations, webhook, onMade, onClose }: WebhookDialogProps) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const names = useWebhookEventNames()
  const [creating, editing] = [useConfirmedCall(createWebhook), useConfirmedCall(editWebhook)]
  const [name, setName] = useState(webhook?.name ?? '')
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhook?.events ?? WEBHOOK_EVENTS)
  const [restriction, setRestriction] = useState<TokenRestriction>({
    areas: webhook?.areas ?? [],
    forms: webhook?.forms ?? [],
  })
  const [failure, setFailure] = useState<string | null>(null)

  async function save(): Promise<void> {
    if (getVisibleText(name) === '') return setFailure(t`Enter a name for the webhook.`)
    if (!URL.canParse(url.trim())) return setFailure(t`Enter the full address, starting with https://.`)
    if (events.length === 0) return setFailure(t`Select at least one event.`)
    setFailure(null)
    const input = { name, url: url.trim(), events: [...events], ...restriction }
    if (webhook === undefined) {
      const outcome = await creating.act({ id, body: input })
      if (outcome.kind !== 'ok') return setFailure(problemText(toProblem(outcome)))
      return onMade({ name: outcome.value.webhook.name, secret: outcome.value.secret })
    }
    const foundOutcome = await editing.act({ id, webhook: webhook.id, body: { ...input, on: webhook.state === 'on' } })
    if (foundOutcome.kind !== 'ok') return setFailure(problemText(toProblem(foundOutcome)))
    onClose()
  }

  return (
    <FormDialog
      title={webhook === undefined ? t`Create a webhook` : t`Edit “${webhook.name}”`}
      submit={webhook === undefined ? <Trans>Create</Trans> : <Trans>Save</Trans>}
      busy={creating.busy || editing.busy}
      failure={failure}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <TextInput
        label={t`Name`}
        required
        maxLength={100}
        data-autofocus
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <TextInput
        type="url"
        label={t`Webhook address (URL)`}
        description={t`A public HTTPS address that receives the messages.`}
        required
        maxLength={500}
        autoComplete="off"
        spellCheck={false}
        value={url}
        onChange={({ currentTarget }) => setUrl(currentTarget.value)}
      />
      <CheckboxChoices
        label={t`Events`}
        choices={WEBHOOK_EVENTS.map((event) => [event, names[event]])}
        value={events}
        onChange={(chosen) => setEvents(WEBHOOK_EVENTS.filter((event) => chosen.includes(event)))}
      />
      <RestrictionFields integrations={integrations} value={restriction} onChange={setRestriction} />
      {creating.dialog}
      {editing.dialog}
    </FormDialog>
  )
}
