import { Checkbox, Stack } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { readAnswerTickets } from '#domain/tickets/index.ts'
import type { AnyReplyOf } from '#domain/endpoints/index.ts'
import { isRefundPending, proposePlacesToVoid } from '#domain/payments/index.ts'
import { Banner, useFormats } from '#ui/index.ts'
import type { AnswerMoney } from './payment-card.tsx'

type Tickets = AnyReplyOf<typeof readAnswerTickets>['tickets']
type Order = AnswerMoney['order']

/** Tickets that a refund can void: not void, not about to be voided, and not transferred. */
export function voidableTickets(order: Order, tickets: Tickets): Tickets {
  const waiting = order.refunds.filter((refund) => isRefundPending(refund, order)).flatMap(({ voids = [] }) => voids)
  return tickets.filter(({ state, place }) => (state === 'valid' || state === 'blocked') && !waiting.includes(place))
}

/** Ids of the tickets voided by default: unused tickets, or all with a full refund. */
export function proposeTickets(order: Order, payment: string, amount: number, tickets: Tickets): readonly string[] {
  const used = new Set(tickets.filter(({ seen }) => seen !== null).map(({ place }) => place))
  const places = proposePlacesToVoid(order, payment, amount, used)
  return voidableTickets(order, tickets).flatMap(({ id, place }) => (places.includes(place) ? [id] : []))
}

type RefundTicketsProps = {
  readonly tickets: Tickets
  readonly chosen: readonly string[]
  readonly onChoose: (chosen: readonly string[]) => void
}

/** Selects the tickets to void with a refund, and warns about used tickets. */
export function RefundTickets({ tickets, chosen, onChoose }: RefundTicketsProps) {
  const { t } = useLingui()
  const formats = useFormats()
  const isUsedChosen = tickets.some(({ id, seen }) => seen !== null && chosen.includes(id))
  return (
    <>
      <Checkbox.Group
        label={t`Tickets to void`}
        description={t`Unused tickets are selected. Clear the selection to keep them all valid.`}
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
      {isUsedChosen && (
        <Banner tone="attention">
          <Trans>You are voiding a ticket that has already been used to enter.</Trans>
        </Banner>
      )}
    </>
  )
}
