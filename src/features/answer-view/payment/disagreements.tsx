import { Trans, useLingui } from '@lingui/react/macro'
import type { Answer } from '#domain/answers/index.ts'
import { disagreementsOf, type Disagreement } from '#domain/payments/index.ts'
import { Banner, useMoney } from '#ui/index.ts'
import { GiveBack } from './give-back.tsx'
import type { AnswerMoney } from './payment-card.tsx'

type DisagreementsProps = { readonly order: AnswerMoney['order']; readonly answer: Answer }

/** Payment problems that need a person, and their status. */
export function Disagreements({ order, answer }: DisagreementsProps) {
  const textOf = useText(order)
  return disagreementsOf(order).map((one) => (
    <Banner
      key={`${one.kind}~${one.dispute ?? one.payment}`}
      tone="attention"
      action={<GiveBack order={order} answer={answer} about={one} />}
    >
      {textOf(one)}
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
            {text} came where {wanted} was asked for. It pays nothing, and waits to be given back.
          </Trans>
        ) : (
          <Trans>
            {text} came where {wanted} was asked for. It pays nothing, and {here} of it waits to be given back.
          </Trans>
        )
      }
      case 'refund-failed':
        return t`A refund of ${here} did not come through: the money is still here. Give it back once more, or at the desk.`
      case 'dispute-open':
        return t`The payer disputes ${here}. Answer the dispute at the payment service. This money cannot be given back here until it is decided.`
      case 'dispute-lost':
        return t`A dispute was lost: ${here} went back to the payer. Settle it to record that, and decide which tickets are no longer valid.`
      case 'surplus':
        return t`${here} more is here than the order costs, and it cannot go back by itself.`
    }
  }
}
