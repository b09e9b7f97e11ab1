import { useState } from 'react'
import { Button, Group, Stack } from '@mantine/core'
import { IconRefresh, IconSend } from '@tabler/icons-react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import {
  listDeliveries,
  sendAgain,
  testWebhook,
  type DeliveryListItem,
  type WebhookListItem,
} from '#domain/integrations/index.ts'
import { toProblem } from '#domain/endpoints/index.ts'
import {
  LoadablePart,
  Dialog,
  EmptyState,
  Item,
  ItemList,
  notify,
  StatusBadge,
  useEndpointCall,
  useEndpointData,
  useFormats,
  useProblemText,
} from '#ui/index.ts'
import { useWebhookEventNames, useDeliveryFailureNames } from './use-event-names.ts'
import styles from './integrations.module.css'

type DeliveriesDialogProps = { readonly id: string; readonly hook: WebhookListItem; readonly onClose: () => void }

/** Sent and pending deliveries of a webhook with their results, latest first. */
export function DeliveriesDialog({ id, hook, onClose }: DeliveriesDialogProps) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const [before, setBefore] = useState<number | undefined>()
  const [loadable, retry] = useEndpointData(listDeliveries, {
    id,
    webhook: hook.id,
    ...(before === undefined ? {} : { before }),
  })
  const { act, busy } = useEndpointCall(testWebhook)
  async function test(): Promise<void> {
    const outcome = await act({ id, webhook: hook.id })
    if (outcome.kind !== 'ok') notify({ tone: 'attention', text: problemText(toProblem(outcome)) })
    else setBefore(undefined)
  }
  return (
    <Dialog opened onClose={onClose} title={t`Deliveries of “${hook.name}”`} size="xl">
      <Stack gap="md">
        <Group gap="xs">
          <Button
            variant="default"
            loading={busy}
            leftSection={<IconSend size={20} aria-hidden="true" />}
            onClick={() => void test()}
          >
            <Trans>Send a test</Trans>
          </Button>
          <Button variant="default" leftSection={<IconRefresh size={20} aria-hidden="true" />} onClick={retry}>
            <Trans>Refresh</Trans>
          </Button>
        </Group>
        <LoadablePart loadable={loadable} retry={retry}>
          {({ deliveries, next }) => (
            <>
              {deliveries.length === 0 ? (
                <EmptyState title={<Trans>Nothing has been sent yet.</Trans>} />
              ) : (
                <ItemList label={t`Deliveries`}>
                  {deliveries.map((delivery) => (
                    <DeliveryItem key={delivery.number} id={id} hook={hook.id} delivery={delivery} />
                  ))}
                </ItemList>
              )}
              <Group gap="xs">
                {before !== undefined && (
                  <Button variant="default" onClick={() => setBefore(undefined)}>
                    <Trans>Newest</Trans>
                  </Button>
                )}
                {next !== null && (
                  <Button variant="default" onClick={() => setBefore(next)}>
                    <Trans>Older</Trans>
                  </Button>
                )}
              </Group>
            </>
          )}
        </LoadablePart>
      </Stack>
    </Dialog>
  )
}

type DeliveryItemProps = {
  readonly id: string
  readonly hook: WebhookListItem['id']
  readonly delivery: DeliveryListItem
}

function DeliveryItem({ id, hook, delivery }: DeliveryItemProps) {
  const { t } = useLingui()
  const formats = useFormats()
  const problemText = useProblemText()
  const [events, failures] = [useWebhookEventNames(), useDeliveryFailureNames()]
  const { act, busy } = useEndpointCall(sendAgain)
  const { number, at, event, attempts, message } = delivery
  const [last] = delivery.tries
  async function send(): Promise<void> {
    const outcome = await act({ id, webhook: hook, number })
    if (outcome.kind !== 'ok') notify({ tone: 'attention', text: problemText(toProblem(outcome)) })
  }
  return (
    <Item
      title={events[event]}
      details={[
        formats.dateTime(at),
        <Plural key="attempts" value={attempts} one="# attempt" other="# attempts" />,
        ...(last === undefined ? [] : [formatReply(last.status, last.failure && failures[last.failure])]),
        <span key="id" className={`r-code ${styles['broken'] ?? ''}`}>
          {message}
        </span>,
      ]}
    >
      <DeliveryState state={delivery.state} />
      <Button variant="subtle" loading={busy} aria-label={t`Send again: message ${number}`} onClick={() => void send()}>
        <Trans>Send again</Trans>
      </Button>
    </Item>
  )
}

/** Status and failure of a delivery as text, for example `500 · The other system returned an error`. */
function formatReply(status: number | undefined, failure: string | undefined): string {
  return [status, failure].filter((part) => part !== undefined).join(' · ')
}

function DeliveryState({ state }: Pick<DeliveryListItem, 'state'>) {
  if (state === 'delivered')
    return (
      <StatusBadge tone="received">
        <Trans>Delivered</Trans>
      </StatusBadge>
    )
  return state === 'waiting' ? (
    <StatusBadge tone="waiting">
      <Trans>Waiting</Trans>
    </StatusBadge>
  ) : (
    <StatusBadge tone="attention">
      <Trans>Failed</Trans>
    </StatusBadge>
  )
}
