import { IconRefresh } from '@tabler/icons-react'
import { Button, Stack } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { cancelEvent, type CancellationState, type EventSales } from '#domain/tickets/index.ts'
import {
  Banner,
  FactList,
  ListTable,
  notify,
  PageSection,
  TextLink,
  useCan,
  useConfirmedCall,
  useFailureText,
  useFormats,
  useFormatsIn,
  useMoney,
  useProblemText,
  type Column,
} from '#ui/index.ts'
import type { EventProps } from './event-changes.tsx'

/** Interval of checks while orders are processed or refunded, in milliseconds. Each check reads all orders. */
const CHECK_INTERVAL_MS = 10_000

/** Progress of a change of date or a cancellation, and the orders that staff have to settle. */
export function EventProgress({ form, sales, onChanged }: EventProps) {
  const { t } = useLingui()
  const { dateTime } = useFormatsIn(sales.timeZone)
  const { moving, cancellation, failedEmails } = sales
  const { refunding = 0 } = cancellation?.counts ?? {}
  const { done, of } = moving ?? {}
  const isBusy = moving !== undefined || cancellation?.isRunning === true || refunding > 0
  useInterval(() => isBusy && onChanged(), CHECK_INTERVAL_MS, { autoInvoke: true })
  if (cancellation === undefined)
    return (
      <>
        {moving !== undefined && (
          <Banner tone="waiting">
            <Trans>
              E-mails about the new date are being sent. Orders: {done} of {of}.
            </Trans>
          </Banner>
        )}
        {failedEmails > 0 && (
          <Banner tone="attention" action={<TextLink to="/supervision/tareas">{t`Failed tasks`}</TextLink>}>
            <FailedEmails count={failedEmails} />
          </Banner>
        )}
      </>
    )
  const at = dateTime(cancellation.at)
  return (
    <PageSection title={t`Cancelled`}>
      <Stack gap="md">
        <Banner tone={isBusy ? 'waiting' : 'attention'}>
          <Trans>This event was cancelled on {at}. Nothing is sold, and no one is let in.</Trans>
        </Banner>
        <Progress cancellation={cancellation} />
        <Repeat form={form} sales={sales} onChanged={onChanged} />
        <OpenOrders sales={sales} />
      </Stack>
    </PageSection>
  )
}

function FailedEmails({ count }: { readonly count: number }) {
  return <Plural value={count} one="# e-mail could not be sent." other="# e-mails could not be sent." />
}

type Cancellation = NonNullable<EventSales['cancellation']>

function Progress({ cancellation: { counts } }: { readonly cancellation: Cancellation }) {
  const { t } = useLingui()
  const { number } = useFormats()
  const names: Readonly<Record<Exclude<CancellationState, 'done'>, string>> = {
    waiting: t`Not processed yet`,
    refunding: t`Being refunded`,
    failed: t`Refund failed`,
    disputed: t`Disputed`,
    desk: t`To give back at the desk`,
  }
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const [done, all] = [number(counts.done), number(total)]
  return (
    <>
      <p role="status">
        <Trans>
          Paid orders settled: {done} of {all}.
        </Trans>
      </p>
      <FactList
        facts={(['waiting', 'refunding', 'failed', 'disputed', 'desk'] as const)
          .filter((state) => counts[state] > 0)
          .map((state) => ({ name: names[state], value: number(counts[state]) }))}
      />
    </>
  )
}

/** Repeats refunds and e-mails that failed, and processes orders that were not reached. */
function Repeat({ form, sales: { cancellation, failedEmails }, onChanged }: EventProps) {
  const { t } = useLingui()
  const can = useCan()
  const { act, busy, dialog } = useConfirmedCall(cancelEvent)
  const failureText = useFailureText()
  const { number } = useFormats()
  const failed = cancellation?.counts.failed ?? 0
  const unsentRefunds = cancellation?.isRunning === false ? cancellation.counts.waiting : 0
  if (failed + failedEmails + unsentRefunds === 0 || !can('refund', 'pago')) return null
  async function repeatCancellation(): Promise<void> {
    const outcome = await act({ form })
    if (outcome.kind !== 'ok') return notify({ tone: 'attention', text: failureText(outcome) })
    notify({ tone: 'waiting', text: t`It will be retried within a minute.` })
    onChanged()
  }
  return (
    <Banner
      tone="attention"
      action={
        <Button
          variant="default"
          loading={busy}
          leftSection={<IconRefresh size={20} aria-hidden="true" />}
          onClick={() => void repeatCancellation()}
        >
          <Trans>Try again</Trans>
        </Button>
      }
    >
      {unsentRefunds > 0 && `${t`Not processed yet`}: ${number(unsentRefunds)}. `}
      {failed > 0 && <Plural value={failed} one="# refund failed." other="# refunds failed." />}{' '}
      {failedEmails > 0 && <FailedEmails count={failedEmails} />}
      {dialog}
    </Banner>
  )
}

/** The orders that staff have to settle, each with a link to its payment. */
function OpenOrders({ sales: { cancellation, currency } }: Pick<EventProps, 'sales'>) {
  const { t } = useLingui()
  const money = useMoney()
  const problemText = useProblemText()
  type Order = Cancellation['open'][number]
  const open = cancellation?.open ?? []
  if (open.length === 0) return null
  const reason = ({ state, problem }: Order): string => {
    if (state === 'desk') return t`Give back at the desk`
    if (state === 'disputed') return t`Wait until the dispute is decided`
    return problem === undefined ? t`Refund failed` : problemText(problem)
  }
  const columns: readonly Column<Order>[] = [
    {
      head: t`Order`,
      cell: ({ order, orderId }) => (
        <TextLink to="/ver/$id" params={{ id: order }} className="r-code">
          {orderId}
        </TextLink>
      ),
    },
    { head: t`Payer`, card: 'named', cell: ({ name }) => <span className="r-breaks">{name}</span> },
    { head: t`To do`, card: 'named', cell: reason },
    { head: t`Amount`, figures: true, card: 'side', cell: ({ amount }) => money.text(amount, currency) },
  ]
  return <ListTable label={t`Orders to settle`} columns={columns} items={open} keyOf={({ order }) => order} />
}
