import { useState } from 'react'
import { Textarea, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { getVisibleText } from '#domain/kernel/index.ts'
import { blockTicket, handOnTicket, ticketOwnerSchema } from '#domain/tickets/index.ts'
import { FormDialog, useEndpointCall, useFailureText, useFormats } from '#ui/index.ts'
import type { TicketProps } from './tickets-card.tsx'

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
  return (
    <strong className="r-breaks">
      {t`Ticket ${number}, ${ownerName}`} · <span className="r-whole">{dni}</span>
    </strong>
  )
}
