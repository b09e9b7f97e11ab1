import { useState } from 'react'
import { Button, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { toProblem } from '#domain/endpoints/index.ts'
import {
  editWebhook,
  removeWebhook,
  renewSecret,
  type Integrations,
  type WebhookListItem,
} from '#domain/integrations/index.ts'
import {
  Banner,
  EmptyState,
  Item,
  ItemList,
  StatusBadge,
  useFormats,
  DeleteButton,
  notify,
  useConfirmedCall,
  useProblemText,
  FormDialog,
  useEndpointCall,
} from '#ui/index.ts'
import { DeliveriesDialog } from './deliveries-dialog.tsx'
import { RestrictionText } from './restriction-fields.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { useWebhookEventNames } from './use-event-names.ts'
import styles from './integrations.module.css'

type WebhooksSectionProps = { readonly id: string; readonly integrations: Integrations }
type Open = { readonly kind: 'make' } | { readonly kind: WebhookAction; readonly hook: WebhookListItem }

/** The webhooks of a municipality, with their status. */
export function WebhooksSection({ id, integrations }: WebhooksSectionProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState<Open | null>(null)
  const [secret, setSecret] = useState<{ readonly name: string; readonly secret: string } | null>(null)
  const { webhooks, canTell } = integrations
  const make = (
    <Button leftSection={<IconPlus size={20} aria-hidden="true" />} onClick={() => setOpen({ kind: 'make' })}>
      <Trans>Create a webhook</Trans>
    </Button>
  )
  const close = () => setOpen(null)
  const made = (item: { readonly name: string; readonly secret: string }) => {
    setOpen(null)
    setSecret(item)
  }
  if (!canTell)
    return (
      <Banner tone="attention">
        <Trans>This server does not send messages to other systems.</Trans>
      </Banner>
    )
  return (
    <>
      {webhooks.length === 0 ? (
        <EmptyState title={<Trans>No other system is notified of answers.</Trans>} action={make}>
          <Trans>A webhook sends a short signed message when an answer is received or changes.</Trans>
        </EmptyState>
      ) : (
        <>
          <Group className={styles['bar'] ?? ''}>{make}</Group>
          <ItemList label={t`Webhooks`}>
            {webhooks.map((hook) => (
              <Item
                key={hook.id}
                title={hook.name}
                details={[
                  <span key="url" className="r-breaks">
                    {hook.url}
                  </span>,
                  <EventList key="events" events={hook.events} />,
                  <RestrictionText key="of" integrations={integrations} value={hook} />,
                ]}
              >
                <HookState hook={hook} />
                <WebhookActions id={id} hook={hook} want={(kind) => setOpen({ kind, hook })} />
              </Item>
            ))}
          </ItemList>
        </>
      )}
      {open?.kind === 'make' && <WebhookDialog id={id} integrations={integrations} onMade={made} onClose={close} />}
      {open?.kind === 'edit' && (
        <WebhookDialog id={id} integrations={integrations} webhook={open.hook} onMade={made} onClose={close} />
      )}
      {open?.kind === 'deliveries' && <DeliveriesDialog id={id} hook={open.hook} onClose={close} />}
      {open?.kind === 'renew' && <RenewDialog id={id} hook={open.hook} onRenewed={made} onClose={close} />}
      {open?.kind === 'remove' && <RemoveDialog id={id} hook={open.hook} onClose={close} />}
      {secret !== null && (
        <SecretDialog
          title={t`The secret of “${secret.name}”`}
          label={t`Secret`}
          text={secret.secret}
          onClose={() => setSecret(null)}
        >
          <Trans>The other system uses it to verify that messages come from here. See the documentation.</Trans>
        </SecretDialog>
      )}
    </>
  )
}

function EventList({ events }: { readonly events: WebhookListItem['events'] }) {
  const names = useWebhookEventNames()
  return (
    <ul className="r-plain">
      {events.map((event) => (
        <li key={event}>
          {names[event]} <span className="r-code">{event}</span>
        </li>
      ))}
    </ul>
  )
}

function HookState({ hook: { state, failingSince } }: { readonly hook: WebhookListItem }) {
  const formats = useFormats()
  if (state === 'off')
    return (
      <StatusBadge tone="quiet">
        <Trans>Off</Trans>
      </StatusBadge>
    )
  if (state === 'failed')
    return (
      <StatusBadge tone="attention">
        <Trans>Turned off after days of failures</Trans>
      </StatusBadge>
    )
  return failingSince === undefined ? (
    <StatusBadge tone="received">
      <Trans>On</Trans>
    </StatusBadge>
  ) : (
    <StatusBadge tone="waiting">
      <Trans>Failing since {formats.dateTime(failingSince)}</Trans>
    </StatusBadge>
  )
}

/** Dialogs of a webhook. */
type WebhookAction = 'deliveries' | 'edit' | 'renew' | 'remove'

type WebhookActionsProps = {
  readonly id: string
  readonly hook: WebhookListItem
  readonly want: (what: WebhookAction) => void
}

function WebhookActions({ id, hook, want }: WebhookActionsProps) {
  const { t } = useLingui()
  const { name } = hook
  return (
    <Group gap={4}>
      <Button variant="subtle" aria-label={t`See deliveries of ${name}`} onClick={() => want('deliveries')}>
        <Trans>See deliveries</Trans>
      </Button>
      <Button variant="subtle" aria-label={t`Edit ${name}`} onClick={() => want('edit')}>
        <Trans>Edit</Trans>
      </Button>
      <Switch id={id} hook={hook} />
      <Button variant="subtle" aria-label={t`Generate new secret for ${name}`} onClick={() => want('renew')}>
        <Trans>Generate new secret</Trans>
      </Button>
      <DeleteButton aria-label={t`Remove ${name}`} onClick={() => want('remove')}>
        <Trans>Remove</Trans>
      </DeleteButton>
    </Group>
  )
}

function Switch({ id, hook }: Pick<WebhookActionsProps, 'id' | 'hook'>) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const { act, busy, dialog } = useConfirmedCall(editWebhook)
  const { name, url, events, areas, forms } = hook
  const isOn = hook.state === 'on'
  async function flip(): Promise<void> {
    const input = { name, url, events: [...events], areas: [...areas], forms: [...forms], on: !isOn }
    const outcome = await act({ id, webhook: hook.id, body: input })
    if (outcome.kind !== 'ok') notify({ tone: 'attention', text: problemText(toProblem(outcome)) })
  }
  return (
    <>
      <Button
        variant="subtle"
        loading={busy}
        aria-label={isOn ? t`Turn off ${name}` : t`Turn on ${name}`}
        onClick={() => void flip()}
      >
        {isOn ? <Trans>Turn off</Trans> : <Trans>Turn on</Trans>}
      </Button>
      {dialog}
    </>
  )
}

type WebhookDialogProps = { readonly id: string; readonly hook: WebhookListItem; readonly onClose: () => void }

/** Removes a webhook. Pending deliveries are not sent. */
function RemoveDialog({ id, hook, onClose }: WebhookDialogProps) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const { act, busy } = useEndpointCall(removeWebhook)
  const [failure, setFailure] = useState<string | null>(null)
  async function remove(): Promise<void> {
    const outcome = await act({ id, webhook: hook.id })
    if (outcome.kind !== 'ok') return setFailure(problemText(toProblem(outcome)))
    notify({ tone: 'received', text: t`The webhook no longer exists.` })
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
          The other system gets no more messages, not even those that are waiting. Its list of deliveries is deleted
          too.
        </Trans>
      </p>
    </FormDialog>
  )
}

type RenewProps = WebhookDialogProps & {
  readonly onRenewed: (made: { readonly name: string; readonly secret: string }) => void
}

/** Creates a new secret. The old secret stays valid for a day. */
function RenewDialog({ id, hook, onRenewed, onClose }: RenewProps) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const { act, busy, dialog } = useConfirmedCall(renewSecret)
  const [failure, setFailure] = useState<string | null>(null)
  async function renew(): Promise<void> {
    const outcome = await act({ id, webhook: hook.id })
    if (outcome.kind !== 'ok') return setFailure(problemText(toProblem(outcome)))
    onRenewed({ name: hook.name, secret: outcome.value.secret })
  }
  return (
    <FormDialog
      title={t`Generate a new secret for “${hook.name}”?`}
      submit={<Trans>Generate</Trans>}
      busy={busy}
      failure={failure}
      onSubmit={() => void renew()}
      onClose={onClose}
    >
      <p>
        <Trans>
          For one day, messages are also signed with the old secret, so that you have time to update the other system.
        </Trans>
      </p>
      {dialog}
    </FormDialog>
  )
}
