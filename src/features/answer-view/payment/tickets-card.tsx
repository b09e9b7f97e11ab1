import { useState } from 'react'
import { IconArrowForwardUp, IconBan, IconFileTypePdf, IconMail, IconRotate } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Textarea, TextInput } from '@mantine/core'
import { getVisibleText } from '#domain/kernel/index.ts'
import { blockTicket, readAnswerTickets, sendTickets, handOnTicket, ticketOwnerSchema } from '#domain/tickets/index.ts'
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
  useFormats,
  useFormatsIn,
  useMunicipalityTimeZone,
  FormDialog,
} from '#ui/index.ts'

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

const TONES = { valid: 'received', refunded: 'quiet', transferred: 'quiet', blocked: 'attention' } as const

type TicketItemProps = TicketProps & { readonly mayChange: boolean; readonly isCancelled: boolean }

function TicketItem({ answer, ticket, mayChange, isCancelled }: TicketItemProps) {
  const { t } = useLingui()
  const formats = useFormatsIn(useMunicipalityTimeZone(municipalityOfDocument(answer)))
  const { state, place, ownerName, dni, locations, blocked, seen } = ticket
  const number = formats.number(place + 1)
  const words = {
    valid: t`Valid`,
    refunded: t`Refunded`,
    transferred: t`Transferred`,
    blocked: t({ message: 'Blocked', context: 'ticket' }),
  }
  const isGone = state === 'refunded' || state === 'transferred'
  return (
    <Item
      title={t`Ticket ${number}`}
      details={[
        <StatusBadge key="state" tone={isCancelled ? 'quiet' : TONES[state]}>
          {isCancelled && !isGone ? t`Event cancelled` : words[state]}
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
      <Button
        variant="subtle"
        aria-label={t`Transfer ticket ${number}`}
        leftSection={<IconArrowForwardUp size={20} aria-hidden="true" />}
        onClick={() => setOpened('hand-on')}
      >
        <Trans>Transfer</Trans>
      </Button>
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

type DialogProps = TicketProps & { readonly onClose: () => void }
const MAX_REASON_LENGTH = 500

/** Blocks a ticket. A reason is required. */
export function BlockTicketDialog({ answer, ticket, onClose }: DialogProps) {
  const { t } = useLingui()
  const failureText = useFailureText()
  const { act, busy } = useEndpointCall(blockTicket)
  const [reason, setReason] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  async function block(): Promise<void> {
    if (getVisibleText(reason) === '') return setFailure(t`Enter the reason for blocking the ticket.`)
    const outcome = await act({ id: answer.id, ticket: ticket.id, body: { reason: reason.trim() } })
    if (outcome.kind === 'ok') onClose()
    else setFailure(failureText(outcome))
  }
  return (
    <FormDialog
      title={t`Block ticket`}
      submit={<Trans>Block</Trans>}
      busy={busy}
      failure={failure}
      onSubmit={() => void block()}
      onClose={onClose}
    >
      <TicketName ticket={ticket} />
      <p>
        <Trans>
          Entry will be refused once the door devices update. The holder gets an e-mail. You can unblock the ticket
          here.
        </Trans>
      </p>
      <Textarea
        label={t`Reason`}
        required
        rows={2}
        maxLength={MAX_REASON_LENGTH}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </FormDialog>
  )
}

/** Transfers a ticket to another person: the old ticket becomes invalid, and the new owner gets an e-mail. */
export function TransferTicketDialog({ answer, ticket, onClose }: DialogProps) {
  const { t } = useLingui()
  const failureText = useFailureText()
  const { act, busy } = useEndpointCall(handOnTicket)
  const [owner, setOwner] = useState({ fullName: '', dni: '', email: '' })
  const [failure, setFailure] = useState<string | null>(null)
  async function transfer(): Promise<void> {
    const body = ticketOwnerSchema.safeParse(owner)
    if (!body.success) return setFailure(t`Enter a name, an ID number of 6 to 14 digits and an e-mail address.`)
    const outcome = await act({ id: answer.id, ticket: ticket.id, body: body.data })
    if (outcome.kind === 'ok') onClose()
    else setFailure(failureText(outcome))
  }
  const fields = [
    { name: 'fullName', label: t`Full name` },
    { name: 'dni', label: t`ID number` },
    { name: 'email', label: t`E-mail` },
  ] as const
  return (
    <FormDialog
      title={t`Transfer ticket`}
      submit={<Trans>Transfer</Trans>}
      busy={busy}
      failure={failure}
      onSubmit={() => void transfer()}
      onClose={onClose}
    >
      <TicketName ticket={ticket} />
      <p>
        <Trans>The current ticket stops being valid. The new holder gets an e-mail with a new ticket.</Trans>
      </p>
      {fields.map(({ name, label }) => (
        <TextInput
          key={name}
          label={label}
          required
          type={name === 'email' ? 'email' : 'text'}
          value={owner[name]}
          onChange={({ currentTarget: { value } }) => setOwner((before) => ({ ...before, [name]: value }))}
        />
      ))}
    </FormDialog>
  )
}

/** Number and holder of a ticket, as a transferred ticket and the one that replaced it have the same number. */
function TicketName({ ticket: { place, ownerName, dni } }: Pick<TicketProps, 'ticket'>) {
  const { t } = useLingui()
  const number = useFormats().number(place + 1)
  return <strong className="r-breaks">{[t`Ticket ${number}, ${ownerName}`, dni].join(' · ')}</strong>
}
