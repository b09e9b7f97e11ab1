import { useState } from 'react'
import { IconArrowForwardUp, IconBan, IconFileTypePdf, IconMail, IconRotate } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { blockTicket, readAnswerTickets, sendTickets } from '#domain/tickets/index.ts'
import type { AnyReplyOf } from '#domain/endpoints/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import { municipalityOfDocument } from '#domain/places/index.ts'
import {
  Banner,
  Item,
  ItemList,
  ListSkeleton,
  notify,
  PageSection,
  StatusBadge,
  useEndpointCall,
  useEndpointData,
  useCan,
  useFailureText,
  useFormatsIn,
  useMunicipalityTimeZone,
} from '#ui/index.ts'
import { BlockTicketDialog, TransferTicketDialog } from './ticket-dialogs.tsx'

type Tickets = AnyReplyOf<typeof readAnswerTickets>['tickets']
export type TicketProps = { readonly answer: Answer; readonly ticket: Tickets[number] }

/** The tickets of an event answer with staff actions; renders nothing if there are none. */
export function TicketsCard({ answer }: { readonly answer: Answer }) {
  const { t } = useLingui()
  const can = useCan()
  const [loadable] = useEndpointData(readAnswerTickets, { id: answer.id })
  if (loadable.kind === 'failed' && loadable.problem.code === 'network.unreachable')
    return (
      <PageSection title={t`Tickets`}>
        <Banner tone="waiting">
          <Trans>Connect to the internet to see the tickets.</Trans>
        </Banner>
      </PageSection>
    )
  if (loadable.kind !== 'here') return loadable.kind === 'failed' ? null : <ListSkeleton rows={2} height={48} />
  const { tickets, due, isCancelled } = loadable.value
  if (tickets.length === 0 && !due) return null
  const mayChange = !isCancelled && can('create', { kind: 'pago', document: answer })
  // Tickets that still belong to the payer, which excludes transferred tickets.
  const ownTickets = tickets.filter(({ state, turn }) => state === 'valid' && turn === 0)
  return (
    <PageSection title={t`Tickets`}>
      {due && (
        <Banner tone="waiting">
          <Trans>The tickets are being generated.</Trans>
        </Banner>
      )}
      <ItemList label={t`Tickets`}>
        {tickets.map((ticket) => (
          <TicketItem key={ticket.id} answer={answer} ticket={ticket} {...{ mayChange, isCancelled }} />
        ))}
      </ItemList>
      {mayChange && ownTickets.length > 0 && (
        <Group gap="xs" align="stretch">
          <Pdf answer={answer} />
          {ownTickets.some(({ email }) => email !== '') && <SendAgain answer={answer} />}
        </Group>
      )}
    </PageSection>
  )
}

function Pdf({ answer }: { readonly answer: Answer }) {
  const order = answer.payments.at(-1)?.payOrder
  if (order === undefined) return null
  return (
    <Button
      component="a"
      href={`/api/payments/orders/${order.id}/${order.orderId}/tickets`}
      target="_blank"
      rel="noopener"
      variant="subtle"
      leftSection={<IconFileTypePdf size={20} aria-hidden="true" />}
    >
      <Trans>Tickets PDF</Trans>
    </Button>
  )
}

const TONES = {
  valid: 'received',
  used: 'quiet',
  refunded: 'quiet',
  transferred: 'quiet',
  blocked: 'attention',
} as const

type TicketItemProps = TicketProps & { readonly mayChange: boolean; readonly isCancelled: boolean }

function TicketItem({ answer, ticket, mayChange, isCancelled }: TicketItemProps) {
  const { t } = useLingui()
  const formats = useFormatsIn(useMunicipalityTimeZone(municipalityOfDocument(answer)))
  const { state, place, ownerName, dni, locations, blocked, seen } = ticket
  const status = state === 'valid' && ticket.isUsed === true ? 'used' : state
  const number = formats.number(place + 1)
  const words = {
    valid: t`Valid`,
    used: t({ message: 'Used', context: 'ticket' }),
    refunded: t`Refunded`,
    transferred: t`Transferred`,
    blocked: t({ message: 'Blocked', context: 'ticket' }),
  }
  const isGone = state === 'refunded' || state === 'transferred'
  return (
    <Item
      title={t`Ticket ${number}`}
      details={[
        <StatusBadge key="state" tone={isCancelled ? 'quiet' : TONES[status]}>
          {isCancelled && !isGone ? t`Event cancelled` : words[status]}
        </StatusBadge>,
        <span key="who">{[ownerName, dni, ...locations].join(' · ')}</span>,
        seen !== null && (
          <span key="seen" className="r-figures">
            {seen.direction === 'entry' ? t`Entered at ${seen.door}` : t`Left at ${seen.door}`}{' '}
            {formats.dateTime(seen.at)}
          </span>
        ),
        blocked !== undefined && <span key="why">{blocked.reason}</span>,
      ]}
    >
      {mayChange && !isGone && <TicketActs answer={answer} ticket={ticket} />}
    </Item>
  )
}

function TicketActs({ answer, ticket }: TicketProps) {
  const { t } = useLingui()
  const [opened, setOpened] = useState<'block' | 'hand-on' | null>(null)
  const close = () => setOpened(null)
  const number = String(ticket.place + 1)
  if (ticket.state === 'blocked') return <AdmitButton answer={answer} ticket={ticket} />
  return (
    <>
      {ticket.isUsed !== true && (
        <Button
          variant="subtle"
          aria-label={t`Transfer ticket ${number}`}
          leftSection={<IconArrowForwardUp size={20} aria-hidden="true" />}
          onClick={() => setOpened('hand-on')}
        >
          <Trans>Transfer</Trans>
        </Button>
      )}
      <Button
        variant="subtle"
        aria-label={t`Block ticket ${number}`}
        leftSection={<IconBan size={20} aria-hidden="true" />}
        onClick={() => setOpened('block')}
      >
        <Trans>Block</Trans>
      </Button>
      {ticket.turn > 0 && <SendAgain answer={answer} ticket={ticket.id} />}
      {opened === 'block' && <BlockTicketDialog answer={answer} ticket={ticket} onClose={close} />}
      {opened === 'hand-on' && <TransferTicketDialog answer={answer} ticket={ticket} onClose={close} />}
    </>
  )
}

function AdmitButton({ answer, ticket }: TicketProps) {
  const { t } = useLingui()
  const failureText = useFailureText()
  const { act, busy } = useEndpointCall(blockTicket)
  async function letIn(): Promise<void> {
    const outcome = await act({ id: answer.id, ticket: ticket.id, body: {} })
    if (outcome.kind !== 'ok') notify({ tone: 'attention', text: failureText(outcome) })
  }
  const number = String(ticket.place + 1)
  return (
    <Button
      variant="subtle"
      loading={busy}
      aria-label={t`Unblock ticket ${number}`}
      leftSection={<IconRotate size={20} aria-hidden="true" />}
      onClick={() => void letIn()}
    >
      <Trans>Unblock</Trans>
    </Button>
  )
}

/**
 * Button that sends tickets again.
 * @param ticket sent to its owner; if missing, all tickets are sent to the payer
 */
function SendAgain({ answer, ticket }: { readonly answer: Answer; readonly ticket?: string }) {
  const { t } = useLingui()
  const failureText = useFailureText()
  const { act, busy } = useEndpointCall(sendTickets)
  async function send(): Promise<void> {
    const outcome = await act({ id: answer.id, body: ticket === undefined ? {} : { ticket } })
    if (outcome.kind === 'ok') notify({ tone: 'received', text: t`The e-mail will be sent.` })
    else notify({ tone: 'attention', text: failureText(outcome) })
  }
  return (
    <Button
      variant={ticket === undefined ? 'default' : 'subtle'}
      loading={busy}
      leftSection={<IconMail size={20} aria-hidden="true" />}
      onClick={() => void send()}
    >
      <Trans>Send again</Trans>
    </Button>
  )
}
