import { useState } from 'react'
import { Checkbox, Textarea } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { problemOf } from '#domain/endpoints/index.ts'
import { readAnswerTickets } from '#domain/tickets/index.ts'
import { refundPayment, type PaymentFact, isPayable, leftOf } from '#domain/payments/index.ts'
import { newMutationId, visibleText } from '#domain/kernel/index.ts'
import { FormDialog, notify, useAsked, useConfirmedAct, useFailureText, useMoney } from '#ui/index.ts'
import { AmountField } from './amount-field.tsx'
import type { AnswerMoney } from './payment-card.tsx'
import { proposedTickets, RefundTickets, voidableTickets } from './refund-tickets.tsx'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'

type RefundDialogProps = {
  readonly order: AnswerMoney['order']
  readonly payment: PaymentFact
  /** initial amount in cents */
  readonly amount: number
  /** reference of a lost dispute to settle, whose money is already gone */
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
  const { act, busy, dialog } = useConfirmedAct(refundPayment)
  // Generated once: pressing the button again after a lost reply refunds only once.
  const [id] = useState(() => newMutationId(crypto.getRandomValues(new Uint8Array(16))))
  const [typed, setTyped] = useState(() => money.amount(first, order.currency))
  const [reason, setReason] = useState('')
  const [atDesk, setAtDesk] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [tickets, isAsking] = useTickets(order)
  const voidable = voidableTickets(order, tickets)
  const [named, setNamed] = useState<readonly string[]>()
  const chosen = named ?? proposedTickets(order, payment.reference, money.read(typed) ?? 0, tickets)
  const isCash = payment.provider === 'desk'
  const isLost = dispute !== undefined
  const most = isLost ? first : leftOf(payment.reference, order)
  const tooMuch = (left: number): string => t`At most ${money.text(left, order.currency)} can be given back.`

  const doneText = (isSettled: boolean, isRecorded: boolean): string => {
    if (isSettled) return t`The dispute is settled.`
    return isRecorded ? t`The refund is recorded.` : t`The refund is on its way to the payment service.`
  }

  async function giveBack(): Promise<void> {
    const amount = money.read(typed)
    if (amount === undefined || amount === 0) return setFailure(t`Write how much is given back.`)
    if (!isPayable(amount, order.currency)) return setFailure(t`This currency has no cents. Enter whole amounts.`)
    if (amount > most) return setFailure(tooMuch(most))
    if (visibleText(reason) === '')
      return setFailure(isLost ? t`Write why you settle it this way.` : t`Write why it is given back.`)
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
    const { code, details } = problemOf(done)
    setFailure(code === 'payment.refund-too-much' ? tooMuch(Number(details?.['left'] ?? 0)) : failureText(done))
  }

  return (
    <FormDialog
      title={isLost ? t`Settle the dispute` : t`Give money back`}
      submit={isLost ? <Trans>Settle dispute</Trans> : <Trans>Give back</Trans>}
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
          label={t`Handed over at the desk`}
          description={t`For what the payment service cannot give back: it is not asked, and you pay in cash.`}
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
          The payer already has this money, so nothing is sent. A credit note is issued, and the payer gets an e-mail
          that does not promise a refund.
        </Trans>
      </p>
    )
  return (
    <p>
      {isCash ? (
        <Trans>This came over the desk: hand it over there, too. A credit note is written.</Trans>
      ) : (
        <Trans>It goes back the way it came. The payer gets a letter, and a credit note is written.</Trans>
      )}
    </p>
  )
}

/** The tickets of an event order, and whether they are loading. */
function useTickets({ id, isEvent = false, delivery }: AnswerMoney['order']) {
  const isAsked = isEvent && delivery === 'delivered'
  const [asked] = useAsked(readAnswerTickets, { id }, isAsked)
  const tickets = asked.kind === 'here' ? asked.value.tickets : []
  return [tickets, isAsked && asked.kind !== 'here' && asked.kind !== 'failed'] as const
}
