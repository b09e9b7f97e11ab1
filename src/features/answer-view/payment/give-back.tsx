import { useState } from 'react'
import { Button, Checkbox, Textarea, Stack } from '@mantine/core'
import { IconCashOff } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Answer } from '#domain/answers/index.ts'
import { toProblem, type AnyReplyOf } from '#domain/endpoints/index.ts'
import { generateMutationId, getVisibleText } from '#domain/kernel/index.ts'
import {
  isReceivedMoney,
  computePlaceShare,
  computeRefundable,
  findSettlingFact,
  refundPayment,
  isPayableAmount,
  isRefundPending,
  proposePlacesToVoid,
  type Disagreement,
  type PaymentFact,
} from '#domain/payments/index.ts'
import { readAnswerTickets } from '#domain/tickets/index.ts'
import {
  useCan,
  FormDialog,
  notify,
  useEndpointData,
  useConfirmedCall,
  useFailureText,
  useMoney,
  Banner,
  useFormats,
} from '#ui/index.ts'
import { AmountField, useWrongAmountText } from './amount-field.tsx'
import type { AnswerPayment } from './payment-card.tsx'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'

type RefundDialogProps = {
  readonly order: AnswerPayment['order']
  readonly payment: PaymentFact
  /** initial amount in cents */
  readonly amount: number
  /** reference of a lost dispute to settle; its amount was already withdrawn from the account */
  readonly dispute?: string
  readonly onClose: () => void
}

const MAX_REASON_LENGTH = 500

/**
 * Refunds a payment with a reason, or settles a lost dispute. The server requires confirmation of the user's identity.
 */
function RefundDialog({ order, payment, amount: first, dispute, onClose }: RefundDialogProps) {
  const { t } = useLingui()
  const money = useMoney()
  const failureText = useFailureText()
  const { act, busy, dialog } = useConfirmedCall(refundPayment)
  // Generated once, so that pressing the button again after a lost reply does not refund twice.
  const [id] = useState(() => generateMutationId(crypto.getRandomValues(new Uint8Array(16))))
  const [entered, setEntered] = useState<string>()
  const [reason, setReason] = useState('')
  const [atDesk, setAtDesk] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [tickets, isAsking] = useTickets(order)
  const voidableTickets = listVoidableTickets(order, tickets)
  const [chosenTicketIds, setChosenTickets] = useState<readonly string[]>()
  const max = dispute === undefined ? computeRefundable(payment.reference, order) : first
  const isRefundRestricted = chosenTicketIds !== undefined && chosenTicketIds.length < voidableTickets.length
  const typed =
    entered ??
    money.amount(
      isRefundRestricted ? Math.min(max, sumTicketPrices(order, voidableTickets, chosenTicketIds)) : first,
      order.currency,
    )
  const chosen = chosenTicketIds ?? proposeTickets(order, payment.reference, money.read(typed) ?? 0, tickets)
  const isCash = payment.provider === 'desk'
  const wrongAmountText = useWrongAmountText()
  const isLost = dispute !== undefined
  const formatTooMuch = (remaining: number): string => t`You can refund up to ${money.text(remaining, order.currency)}.`

  const sum = money.text(money.read(typed) ?? 0, order.currency)

  const formatDoneText = (isSettled: boolean, isRecorded: boolean): string => {
    if (isSettled) return t`Dispute settled.`
    return isRecorded ? t`Refund recorded.` : t`The refund is being sent to the payment provider.`
  }

  async function giveBack(): Promise<void> {
    const amount = money.read(typed)
    if (amount === undefined && getVisibleText(typed) !== '') return setFailure(wrongAmountText(typed))
    if (amount === undefined || amount === 0) return setFailure(t`Enter the amount to refund.`)
    if (!isPayableAmount(amount, order.currency)) return setFailure(t`This currency has no cents. Enter whole amounts.`)
    if (amount > max) return setFailure(formatTooMuch(max))
    if (getVisibleText(reason) === '')
      return setFailure(isLost ? t`Enter the reason for settling the dispute.` : t`Enter the reason for the refund.`)
    setFailure(null)
    const voids = voidableTickets.length === 0 ? {} : { tickets: chosen }
    const of = isLost ? { dispute } : { payment: payment.reference }
    const input = { id, amount, reason: reason.trim(), ...of, ...voids }
    const outcome = await act({ id: order.id, body: atDesk && !isCash ? { ...input, atDesk } : input })
    if (outcome.kind === 'ok') {
      notify({
        tone: 'received',
        text: formatDoneText(isLost, isCash || atDesk),
      })
      return onClose()
    }
    const { code, details } = toProblem(outcome)
    setFailure(
      code === 'payment.refund-too-much' ? formatTooMuch(Number(details?.['left'] ?? 0)) : failureText(outcome),
    )
  }

  return (
    <FormDialog
      title={isLost ? t`Settle dispute` : t`Refund payment`}
      submit={isLost ? <Trans>Settle dispute</Trans> : <Trans>Refund {sum}</Trans>}
      busy={busy || isAsking}
      failure={failure}
      onSubmit={() => void giveBack()}
      onClose={onClose}
    >
      <RefundMethodNote isCash={isCash} isLost={isLost} atDesk={atDesk} />
      {!isLost && (
        <AmountField
          label={t`Amount`}
          typed={typed}
          onType={setEntered}
          currency={order.currency}
          note={formatTooMuch(max)}
        />
      )}
      {voidableTickets.length > 0 && (
        <RefundTickets tickets={voidableTickets} chosen={chosen} onChoose={setChosenTickets} />
      )}
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
          label={t`Refund in cash at the desk`}
          description={t`Use this if the payment provider cannot refund this payment.`}
          checked={atDesk}
          onChange={({ currentTarget }) => setAtDesk(currentTarget.checked)}
        />
      )}
      {dialog}
    </FormDialog>
  )
}

type HowItGoesProps = { readonly isCash: boolean; readonly isLost: boolean; readonly atDesk: boolean }

function RefundMethodNote({ isCash, isLost, atDesk }: HowItGoesProps) {
  if (isLost)
    return (
      <p>
        <Trans>
          The payer already has this money, so no refund is sent. A credit note is issued and the payer gets an e-mail
          about it.
        </Trans>
      </p>
    )
  if (atDesk && !isCash)
    return (
      <p>
        <Trans>Return the money in cash at the desk. A credit note is issued.</Trans>
      </p>
    )
  return (
    <p>
      {isCash ? (
        <Trans>This payment was made at the desk, so refund it there. A credit note is issued.</Trans>
      ) : (
        <Trans>
          The money is refunded to the original payment method. The payer gets an e-mail and a credit note is issued.
        </Trans>
      )}
    </p>
  )
}

/** The tickets of an event order, and whether they are loading. */
function useTickets({ id, isEvent = false, delivery }: AnswerPayment['order']) {
  const isAsked = isEvent && delivery === 'delivered'
  const [loadable] = useEndpointData(readAnswerTickets, { id }, isAsked)
  const tickets = loadable.kind === 'here' ? loadable.value.tickets : []
  return [tickets, isAsked && loadable.kind !== 'here' && loadable.kind !== 'failed'] as const
}

type Tickets = AnyReplyOf<typeof readAnswerTickets>['tickets']
type Order = AnswerPayment['order']

/** Tickets that a refund can void: valid or blocked, and not part of a pending refund. None of a cancelled event. */
function listVoidableTickets(order: Order, tickets: Tickets): Tickets {
  if (order.cancelled !== undefined) return []
  const waiting = order.refunds.filter((refund) => isRefundPending(refund, order)).flatMap(({ voids = [] }) => voids)
  return tickets.filter(({ state, place }) => (state === 'valid' || state === 'blocked') && !waiting.includes(place))
}

/** Ids of the tickets preselected to be voided: those that a refund without named tickets voids. */
function proposeTickets(order: Order, payment: string, amount: number, tickets: Tickets): readonly string[] {
  const used = new Set(tickets.filter(({ seen }) => seen !== null).map(({ place }) => place))
  const places = proposePlacesToVoid(order, payment, amount, used)
  return listVoidableTickets(order, tickets).flatMap(({ id, place }) => (places.includes(place) ? [id] : []))
}

/** Price of the chosen tickets, in cents. */
function sumTicketPrices(order: Order, tickets: Tickets, chosen: readonly string[]): number {
  const places = tickets.flatMap(({ id, place }) => (chosen.includes(id) ? [place] : []))
  return places.reduce((sum, place) => sum + computePlaceShare(order, place), 0)
}

type RefundTicketsProps = {
  readonly tickets: Tickets
  readonly chosen: readonly string[]
  readonly onChoose: (chosen: readonly string[]) => void
}

/** Selects the tickets to void with a refund, and warns about used tickets. */
function RefundTickets({ tickets, chosen, onChoose }: RefundTicketsProps) {
  const { t } = useLingui()
  const formats = useFormats()
  const includesUsedTicket = tickets.some(({ id, seen }) => seen !== null && chosen.includes(id))
  return (
    <>
      <Checkbox.Group
        label={t`Tickets to void`}
        description={
          chosen.length === 0
            ? t`No tickets are selected, so all tickets stay valid.`
            : t`The selected tickets are voided. The others stay valid.`
        }
        value={[...chosen]}
        onChange={onChoose}
      >
        <Stack gap="xs" mt="xs">
          {tickets.map(({ id, place, ownerName, seen }) => {
            const number = formats.number(place + 1)
            return (
              <Checkbox
                key={id}
                value={id}
                label={t`Ticket ${number}, ${ownerName}`}
                {...(seen === null ? {} : { description: t`Used at ${seen.door}` })}
              />
            )
          })}
        </Stack>
      </Checkbox.Group>
      {includesUsedTicket && (
        <Banner tone="attention">
          <Trans>You are voiding a ticket that has already been used to enter.</Trans>
        </Banner>
      )}
    </>
  )
}

type RefundOfferProps = {
  readonly order: AnswerPayment['order']
  readonly answer: Answer
  /** payment problem that the refund resolves; if missing, the rest of the order's payment is refunded */
  readonly about?: Disagreement
}

/** Button that opens the refund dialog, for users who may refund, while an amount can still be refunded. */
export function RefundButton({ order, answer, about }: RefundOfferProps) {
  const can = useCan()
  const [opened, setOpened] = useState(false)
  const requested = about?.payment ?? findSettlingFact(order)?.reference
  const lost = about?.kind === 'dispute-lost' ? about.dispute : undefined
  const isRefundPossible = lost !== undefined || (requested !== undefined && computeRefundable(requested, order) > 0)
  const payment = order.facts.find((fact) => isReceivedMoney(fact) && fact.reference === requested && isRefundPossible)
  if (payment === undefined || !can('refund', { kind: 'pago', document: answer })) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCashOff size={20} aria-hidden="true" />}
        onClick={() => setOpened(true)}
      >
        {lost === undefined ? <Trans>Refund payment</Trans> : <Trans>Settle dispute</Trans>}
      </Button>
      {opened && (
        <RefundDialog
          order={order}
          payment={payment}
          amount={about?.amount ?? computeRefundable(payment.reference, order)}
          {...(lost === undefined ? {} : { dispute: lost })}
          onClose={() => setOpened(false)}
        />
      )}
    </>
  )
}
