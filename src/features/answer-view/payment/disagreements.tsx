import { Trans, useLingui } from '@lingui/react/macro'
import type { Answer } from '#domain/answers/index.ts'
import { findDisagreements, type Disagreement } from '#domain/payments/index.ts'
import { Banner, useMoney } from '#ui/index.ts'
import { RefundOffer } from './give-back.tsx'
import type { AnswerMoney } from './payment-card.tsx'

type DisagreementsProps = { readonly order: AnswerMoney['order']; readonly answer: Answer }

/** Payment problems that need a person, and their status. */
export function Disagreements({ order, answer }: DisagreementsProps) {
  const disagreementText = useText(order)
  return findDisagreements(order).map((one) => (
    <Banner
      key={`${one.kind}~${one.dispute ?? one.payment}`}
      tone="attention"
      action={<RefundOffer order={order} answer={answer} about={one} />}
    >
      {disagreementText(one)}
    </Banner>
  ))
}

function useText({ facts, amount, currency }: AnswerMoney['order']) {
  const { t } = useLingui()
  const money = useMoney()
  return ({ kind, payment, amount: open }: Disagreement) => {
    const [wanted, here] = [money.text(amount, currency), money.text(open, currency)]
    switch (kind) {
      case 'mismatch': {
        const came = facts.find(({ reference, kind: said }) => said === 'mismatch' && reference === payment)?.amount
        const text = money.text(came ?? open, currency)
        return came === open ? (
          <Trans>
            {text} was received instead of {wanted}. It does not count as payment for the order and must be refunded.
          </Trans>
        ) : (
          <Trans>
            {text} was received instead of {wanted}. It does not count as payment for the order; {here} must be
            refunded.
          </Trans>
        )
      }
      case 'refund-failed':
        return t`A refund of ${here} failed; the money was not returned. Refund it again, or pay it at the desk.`
      case 'dispute-open':
        return t`The payer disputes ${here}. Respond to the dispute in the payment service. This amount cannot be refunded here until the dispute is decided.`
      case 'dispute-lost':
        return t`A dispute was lost: ${here} went back to the payer. Settle the dispute to record this and choose which tickets to void.`
      case 'surplus':
        return t`Overpaid by ${here}, which cannot be refunded automatically.`
    }
  }
}
