import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconCashOff } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import type { Answer } from '#domain/answers/index.ts'
import { isReceivedMoney, computeRefundable, findSettlingFact, type Disagreement } from '#domain/payments/index.ts'
import { useCan } from '#ui/index.ts'
import type { AnswerMoney } from './payment-card.tsx'
import { RefundDialog } from './refund-dialog.tsx'

type RefundOfferProps = {
  readonly order: AnswerMoney['order']
  readonly answer: Answer
  /** payment problem that the refund resolves; missing: the rest of the order's payment is refunded */
  readonly about?: Disagreement
}

/** Opens the refund dialog, for users who may refund while there is an amount left. */
export function RefundOffer({ order, answer, about }: RefundOfferProps) {
  const can = useCan()
  const [opened, setOpened] = useState(false)
  const wanted = about?.payment ?? findSettlingFact(order)?.reference
  const lost = about?.kind === 'dispute-lost' ? about.dispute : undefined
  const isLeft = lost !== undefined || (wanted !== undefined && computeRefundable(wanted, order) > 0)
  const payment = order.facts.find((fact) => isReceivedMoney(fact) && fact.reference === wanted && isLeft)
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
