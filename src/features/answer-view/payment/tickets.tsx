import { Button } from '@mantine/core'
import { IconFileTypePdf, IconMailForward } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { readAnswerTickets, sendTickets } from '#domain/api/index.ts'
import type { Answer } from '#domain/documents/index.ts'
import { Item, ItemList, notify, StatusBadge, useAct, useAsked, useCan, useFailureText } from '#ui/index.ts'
import type { AnswerMoney } from './payment-card.tsx'

type TicketsProps = { readonly order: AnswerMoney['order']; readonly answer: Answer }

/** The tickets of a paid order: whose they are, whether they let in, all as a PDF, and the letter once more. */
export function Tickets({ order, answer }: TicketsProps) {
  const { t } = useLingui()
  const can = useCan()
  const failureText = useFailureText()
  const [asked] = useAsked(readAnswerTickets, { id: order.id }, order.delivery === 'delivered')
  const { act, busy } = useAct(sendTickets)
  const tickets = asked.kind === 'here' ? asked.value.tickets : []
  if (tickets.length === 0) return null
  const states = {
    valid: <Valid />,
    refunded: <Out>{t`Given back`}</Out>,
    transferred: <Out>{t`Handed on`}</Out>,
    blocked: <Out>{t`Blocked`}</Out>,
  }
  async function send(): Promise<void> {
    const done = await act({ id: order.id, body: {} })
    if (done.kind === 'ok') notify({ tone: 'received', text: t`The tickets are on their way by e-mail.` })
    else notify({ tone: 'attention', text: failureText(done) })
  }
  return (
    <>
      <ItemList label={t`Tickets`}>
        {tickets.map(({ id, state, ownerName, dni, locations }) => (
          <Item key={id} title={t`Ticket of ${ownerName}`} details={[dni, locations.join(', ')]}>
            {states[state]}
          </Item>
        ))}
      </ItemList>
      {can('create', { kind: 'pago', document: answer }) && tickets.some(({ state }) => state === 'valid') && (
        <div className="r-row">
          <Button
            component="a"
            href={`/api/payments/orders/${order.id}/${order.orderId}/tickets`}
            target="_blank"
            rel="noopener"
            variant="subtle"
            leftSection={<IconFileTypePdf size={20} aria-hidden="true" />}
          >
            <Trans>PDF of the tickets</Trans>
          </Button>
          {order.email !== '' && (
            <Button
              variant="subtle"
              loading={busy}
              leftSection={<IconMailForward size={20} aria-hidden="true" />}
              onClick={() => void send()}
            >
              <Trans>Send the tickets again</Trans>
            </Button>
          )}
        </div>
      )}
    </>
  )
}

function Valid() {
  return (
    <StatusBadge tone="received">
      <Trans>Lets in</Trans>
    </StatusBadge>
  )
}

function Out({ children }: { readonly children: string }) {
  return <StatusBadge tone="quiet">{children}</StatusBadge>
}
