import { Trans, useLingui } from '@lingui/react/macro'
import {
  computeRefundExtent,
  listDisputesWithStatus,
  hasRefundFailed,
  isRefundPending,
  type Dispute,
  type PaymentStatus,
} from '#domain/payments/index.ts'
import {
  FactList,
  Item,
  ItemList,
  LazyPaymentBadge,
  StatusBadge,
  useFormatsIn,
  useMoney,
  useMunicipalityTimeZone,
  type Fact,
} from '#ui/index.ts'
import type { AnswerPayment } from './payment-card.tsx'

type Order = AnswerPayment['order']

type PaymentStateProps = { readonly money: AnswerPayment | undefined; readonly status: PaymentStatus | null }

/** Payment status, or how much of the payment was refunded. */
export function PaymentState({ money, status }: PaymentStateProps) {
  const extent = money === undefined ? 'none' : computeRefundExtent(money.ledger, money.order.amount)
  return status !== null && <LazyPaymentBadge status={status} refunded={extent === 'none' ? undefined : extent} />
}

/** The order's balance (received, refunded, disputed, still refundable), its refunds and its disputes. */
export function LedgerCard({ order, ledger }: Pick<AnswerPayment, 'order' | 'ledger'>) {
  const { t } = useLingui()
  const money = useMoney()
  const { paid, refunded, lost, disputed, asked, kept, free } = ledger
  const hasDeductions = refunded + lost + disputed + asked > 0
  if (paid === 0) return null
  const disputes = listDisputesWithStatus(order.facts)
  const refunds = order.refunds.filter(
    ({ reference, withdrawn }) => withdrawn !== true && !disputes.some((dispute) => dispute.reference === reference),
  )
  const fact = (name: string, cents: number): Fact => ({
    name,
    value: <span className="r-figures">{money.text(cents, order.currency)}</span>,
  })
  const facts = [
    fact(t`Amount received`, paid),
    refunded > 0 && fact(t`Refunded`, refunded),
    lost > 0 && fact(t`Lost in a dispute`, lost),
    disputed > 0 && fact(t`In an open dispute`, disputed),
    asked > 0 && fact(t`Refund pending`, asked),
    hasDeductions && fact(t`Net received`, kept),
    hasDeductions && fact(t`Refundable`, free),
  ]
  return (
    <>
      <FactList facts={facts.filter((eachFact) => eachFact !== false)} />
      {refunds.length > 0 && (
        <ItemList label={t`Refunds`}>
          {refunds.map((refund) => (
            <RefundItem key={refund.id} refund={refund} order={order} />
          ))}
        </ItemList>
      )}
      <Disputes order={order} disputes={disputes} />
    </>
  )
}

type DisputesProps = { readonly order: Order; readonly disputes: readonly Dispute[] }

/** All disputes with their status. Settled disputes have a reason. */
function Disputes({ order, disputes }: DisputesProps) {
  const { t } = useLingui()
  const money = useMoney()
  const formats = useFormatsIn(useMunicipalityTimeZone(order.municipality))
  if (disputes.length === 0) return null
  const badges = {
    open: { tone: 'attention', text: t`Undecided` },
    won: { tone: 'received', text: t`Won` },
    lost: { tone: 'attention', text: t`Lost` },
    settled: { tone: 'quiet', text: t`Lost and settled` },
  } as const
  return (
    <ItemList label={t`Disputes`}>
      {disputes.map(({ reference, amount, status, isSettled, at }) => {
        const text = money.text(amount, order.currency)
        const badge = badges[status === 'lost' && isSettled ? 'settled' : status]
        const reason = order.refunds.find((refund) => refund.reference === reference)?.reason
        return (
          <Item
            key={reference}
            title={t`Dispute of ${text}`}
            details={[
              ...(reason === undefined ? [] : [reason]),
              ...(status === 'won' && isSettled
                ? [
                    t`The dispute was settled as lost but later won. The municipality has its money back, and the tickets are valid again.`,
                  ]
                : []),
              <span key="at" className="r-figures">
                {formats.dateTime(at)}
              </span>,
              <span key="reference" className="r-breaks r-mono">
                {reference}
              </span>,
            ]}
          >
            <StatusBadge tone={badge.tone}>{badge.text}</StatusBadge>
          </Item>
        )
      })}
    </ItemList>
  )
}

type RefundProps = { readonly refund: Order['refunds'][number]; readonly order: Order }

function RefundItem({ refund, order }: RefundProps) {
  const { t } = useLingui()
  const money = useMoney()
  const formats = useFormatsIn(useMunicipalityTimeZone(order.municipality))
  const amount = money.text(refund.amount, order.currency)
  const isOfCancellation = order.cancelled !== undefined && refund.at >= order.cancelled
  const automatic = isOfCancellation
    ? t`Automatic: the event was cancelled`
    : t`Automatic: the amount was not due for this order`
  return (
    <Item
      title={t`Refund of ${amount}`}
      details={[
        refund.by === undefined ? automatic : refund.reason,
        <span key="at" className="r-figures">
          {formats.dateTime(refund.at)}
        </span>,
      ]}
    >
      <RefundStatus refund={refund} order={order} />
    </Item>
  )
}

function RefundStatus({ refund, order }: RefundProps) {
  if (hasRefundFailed(refund, order.facts))
    return (
      <StatusBadge tone="attention">
        <Trans>Refund failed</Trans>
      </StatusBadge>
    )
  return isRefundPending(refund, order) ? (
    <StatusBadge tone="waiting">
      <Trans>Refund pending</Trans>
    </StatusBadge>
  ) : (
    <StatusBadge tone="received">
      <Trans>Refunded</Trans>
    </StatusBadge>
  )
}
