import { useState } from 'react'
import { Checkbox, Textarea } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { toProblem } from '#domain/endpoints/index.ts'
import { readAnswerTickets } from '#domain/tickets/index.ts'
import { refundPayment, type PaymentFact, isPayable, computeRefundable } from '#domain/payments/index.ts'
import { newMutationId, visibleText } from '#domain/kernel/index.ts'
import { FormDialog, notify, useEndpointData, useConfirmedCall, useFailureText, useMoney } from '#ui/index.ts'
import { AmountField } from './amount-field.tsx'
import type { AnswerMoney } from './payment-card.tsx'
import { proposeTickets, RefundTickets, voidableTickets } from './refund-tickets.tsx'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'

type RefundDialogProps = {
  readonly order: AnswerMoney['order']
  readonly payment: PaymentFact
  /** initial amount in cents */
  readonly amount: number
  /** reference of a lost dispute to settle; its amount has already left the account */
  readonly dispute?: string
  readonly onClose: () => void
}

const MAX_REASON_LENGTH = 500

/**
 * Refunds a payment with a reason, or settles a lost dispute. The server requires confirmation of the user's identity.
 */
export function RefundDialog({ order, payment, amount: first, dispute, onClose }: RefundDialogProps) {
  const { t } = useLingui()
  const money = useMoney()
  const failureText = useFailureText()
  const { act, busy, dialog } = useConfirmedCall(refundPayment)
  // Generated once, so that pressing the button again after a lost reply does not refund twice.
  const [id] = useState(() => newMutationId(crypto.getRandomValues(new Uint8Array(16))))
  const [typed, setTyped] = useState(() => money.amount(first, order.currency))
  const [reason, setReason] = useState('')
  const [atDesk, setAtDesk] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [tickets, isAsking] = useTickets(order)
  const voidable = voidableTickets(order, tickets)
  const [named, setNamed] = useState<readonly string[]>()
  const chosen = named ?? proposeTickets(order, payment.reference, money.read(typed) ?? 0, tickets)
  const isCash = payment.provider === 'desk'
  const isLost = dispute !== undefined
  const most = isLost ? first : computeRefundable(payment.reference, order)
  const tooMuch = (left: number): string => t`You can refund up to ${money.text(left, order.currency)}.`

  const doneText = (isSettled: boolean, isRecorded: boolean): string => {
    if (isSettled) return t`Dispute settled.`
    return isRecorded ? t`Refund recorded.` : t`The refund is being sent to the payment service.`
  }

  async function giveBack(): Promise<void> {
    const amount = money.read(typed)
    if (amount === undefined || amount === 0) return setFailure(t`Enter the amount to refund.`)
    if (!isPayable(amount, order.currency)) return setFailure(t`This currency has no cents. Enter whole amounts.`)
    if (amount > most) return setFailure(tooMuch(most))
    if (visibleText(reason) === '')
      return setFailure(isLost ? t`Enter the reason for settling the dispute.` : t`Enter the reason for the refund.`)
    setFailure(null)
    const voids = voidable.length === 0 ? {} : { tickets: chosen }
    const of = isLost ? { dispute } : { payment: payment.reference }
    const wish = { id, amount, reason: reason.trim(), ...of, ...voids }
    const done = await act({ id: order.id, body: atDesk && !isCash ? { ...wish, atDesk } : wish })
    if (done.kind === 'ok') {
      notify({
        tone: 'received',
        text: doneText(isLost, isCash || atDesk),
      })
      return onClose()
    }
    const { code, details } = toProblem(done)
    setFailure(code === 'payment.refund-too-much' ? tooMuch(Number(details?.['left'] ?? 0)) : failureText(done))
  }

  return (
    <FormDialog
      title={isLost ? t`Settle dispute` : t`Refund payment`}
      submit={isLost ? <Trans>Settle dispute</Trans> : <Trans>Refund</Trans>}
      busy={busy || isAsking}
      failure={failure}
      onSubmit={() => void giveBack()}
      onClose={onClose}
    >
      <HowItGoes isCash={isCash} isLost={isLost} />
      {!isLost && (
        <AmountField label={t`Amount`} typed={typed} onType={setTyped} currency={order.currency} note={tooMuch(most)} />
      )}
      {voidable.length > 0 && <RefundTickets tickets={voidable} chosen={chosen} onChoose={setNamed} />}
      <Textarea
        label={t`Reason`}
        required
        rows={3}
        maxLength={MAX_REASON_LENGTH}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      {!isCash && !isLost && (
        <Checkbox
          label={t`Refunded at the desk`}
          description={t`Use this if the payment service cannot refund it. You return the money in cash.`}
          checked={atDesk}
          onChange={({ currentTarget }) => setAtDesk(currentTarget.checked)}
        />
      )}
      {dialog}
    </FormDialog>
  )
}

function HowItGoes({ isCash, isLost }: { readonly isCash: boolean; readonly isLost: boolean }) {
  if (isLost)
    return (
      <p>
        <Trans>
          The payer already has this money, so no refund is sent. A credit note is issued and the payer gets an e-mail
          about it.
        </Trans>
      </p>
    )
  return (
    <p>
      {isCash ? (
        <Trans>This was paid at the desk, so refund it there. A credit note is issued.</Trans>
      ) : (
        <Trans>
          The payment will be refunded to its original payment method. The payer gets an e-mail and a credit note is
          issued.
        </Trans>
      )}
    </p>
  )
}

/** The tickets of an event order, and whether they are loading. */
function useTickets({ id, isEvent = false, delivery }: AnswerMoney['order']) {
  const isAsked = isEvent && delivery === 'delivered'
  const [asked] = useEndpointData(readAnswerTickets, { id }, isAsked)
  const tickets = asked.kind === 'here' ? asked.value.tickets : []
  return [tickets, isAsked && asked.kind !== 'here' && asked.kind !== 'failed'] as const
}
