import { useState } from 'react'
import { Button, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Integrations, WebhookLine } from '#domain/integrations/index.ts'
import { Banner, EmptyState, Item, ItemList, StatusBadge, useFormats } from '#ui/index.ts'
import { Codes } from './codes.tsx'
import { DeliveriesDialog } from './deliveries-dialog.tsx'
import { Narrowed } from './narrowing-fields.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { WebhookActions, type Wanted } from './webhook-actions.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { RemoveDialog, RenewDialog } from './webhook-ends.tsx'
import styles from './integrations.module.css'

type WebhooksProps = { readonly id: string; readonly integrations: Integrations }
type Open = { readonly kind: 'make' } | { readonly kind: Wanted; readonly hook: WebhookLine }

/** The webhooks of a municipality: to whom its answers are reported, and how that goes. */
export function Webhooks({ id, integrations }: WebhooksProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState<Open | null>(null)
  const [secret, setSecret] = useState<{ readonly name: string; readonly secret: string } | null>(null)
  const { webhooks, canTell } = integrations
  const make = (
    <Button leftSection={<IconPlus size={20} aria-hidden="true" />} onClick={() => setOpen({ kind: 'make' })}>
      <Trans>Make a webhook</Trans>
    </Button>
  )
  const close = () => setOpen(null)
  const made = (one: { readonly name: string; readonly secret: string }) => {
    setOpen(null)
    setSecret(one)
  }
  if (!canTell)
    return (
      <Banner tone="attention">
        <Trans>This server tells no other systems of answers.</Trans>
      </Banner>
    )
  return (
    <>
      {webhooks.length === 0 ? (
        <EmptyState title={<Trans>No other system is told of answers.</Trans>} action={make}>
          <Trans>A webhook posts a short signed message whenever an answer comes or changes.</Trans>
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
                  <Codes key="events" of={hook.events} />,
                  <Narrowed key="of" of={integrations} value={hook} />,
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
          <Trans>With it the other system verifies that a message comes from here. The reference says how.</Trans>
        </SecretDialog>
      )}
    </>
  )
}

function HookState({ hook: { state, failingSince } }: { readonly hook: WebhookLine }) {
  const formats = useFormats()
  if (state === 'off')
    return (
      <StatusBadge tone="quiet">
        <Trans>Switched off</Trans>
      </StatusBadge>
    )
  if (state === 'failed')
    return (
      <StatusBadge tone="attention">
        <Trans>Switched off after days of failures</Trans>
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
