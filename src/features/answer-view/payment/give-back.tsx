import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconCashOff } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import type { Answer } from '#domain/documents/index.ts'
import { isMoney, leftOf, settledBy } from '#domain/payments/index.ts'
import { useCan } from '#ui/index.ts'
import type { AnswerMoney } from './payment-card.tsx'
import { RefundDialog } from './refund-dialog.tsx'

type GiveBackProps = {
  readonly order: AnswerMoney['order']
  readonly answer: Answer
  /** missing: the one by which the order was paid */
  readonly payment?: string
  /** in cents; missing: all that is left of it */
  readonly amount?: number
}

/** Opens the refund, for who may give money back and while there is some. */
export function GiveBack({ order, answer, payment: named, amount }: GiveBackProps) {
  const can = useCan()
  const [opened, setOpened] = useState(false)
  const wanted = named ?? settledBy(order)?.reference
  const payment = order.facts.find((fact) => isMoney(fact) && fact.reference === wanted && leftOf(wanted, order) > 0)
  if (payment === undefined || !can('refund', { kind: 'pago', document: answer })) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCashOff size={20} aria-hidden="true" />}
        onClick={() => setOpened(true)}
      >
        <Trans>Give money back</Trans>
      </Button>
      {opened && (
        <RefundDialog
          order={order}
          payment={payment}
          amount={amount ?? leftOf(payment.reference, order)}
          onClose={() => setOpened(false)}
        />
      )}
    </>
  )
}
