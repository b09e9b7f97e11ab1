import { Group } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from '@tanstack/react-router'
import { Trans, useLingui } from '@lingui/react/macro'
import { readAnswerPayment, findPaymentStatus, findDisagreements, type Disagreement } from '#domain/payments/index.ts'
import type { AnyReplyOf } from '#domain/endpoints/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import { PAID_STATUS, type ProblemDetails } from '#domain/kernel/index.ts'
import {
  Banner,
  FactList,
  ListSkeleton,
  PageSection,
  StatusBadge,
  useEndpointData,
  useMoney,
  type Loadable,
} from '#ui/index.ts'
import type { ShownAnswer } from '../use-answer.ts'
import { RefundButton } from './give-back.tsx'
import { LedgerCard, PaymentState } from './ledger.tsx'
import { OrderFacts, PriceLines } from './order-facts.tsx'
import { AmountDue, PaymentActions, DeskPaymentButton } from './payment-acts.tsx'
import { ReceiptList, RecordedPayment, TakenNote, usePendingReceipts } from './receipt-list.tsx'

export type AnswerPayment = AnyReplyOf<typeof readAnswerPayment>
/** Result of recording a payment at the desk. `taken`: someone else took it first; `details` are the refusal's. */
export type DeskResult =
  | { readonly kind: 'recorded'; readonly money: AnswerPayment }
  | { readonly kind: 'taken'; readonly details: ProblemDetails | undefined }

/**
 * Payment of an answer (part 3, point 2). Shows the payment data in the answer until the server's is loaded.
 */
export function PaymentCard({ shownAnswer }: { readonly shownAnswer: ShownAnswer }) {
  const { t } = useLingui()
  const { answer, isUnsent } = shownAnswer
  const [loadable, retry] = useEndpointData(readAnswerPayment, { id: answer.id }, !isUnsent)
  const [result, setResult] = useState<DeskResult>()
  const recorded = result?.kind === 'recorded' ? result.money : undefined
  const loaded = loadable.kind === 'here' ? loadable.value : undefined
  // The reply to a payment just recorded here is shown until the data are refreshed, as refreshing may fail.
  const money = recorded !== undefined && loaded?.order.status !== PAID_STATUS ? recorded : loaded
  usePendingReceipts(money, retry)
  const takeResult = (outcome: DeskResult): void => {
    setResult(outcome)
    if (outcome.kind === 'taken') retry()
  }
  const status = money?.order.status ?? findPaymentStatus(answer)
  const reason = loadable.kind === 'failed' ? loadable.problem.details : undefined
  const mode = money?.order.mode ?? reason?.['mode']
  const start = useScrollTarget()
  return (
    <div ref={start}>
      <PageSection
        title={t`Payment`}
        aside={
          <span className="r-row r-middle">
            {mode === 'test' && (
              <StatusBadge tone="quiet">
                <Trans>Test payment</Trans>
              </StatusBadge>
            )}
            <PaymentState money={money} status={status} />
          </span>
        }
      >
        {mode === 'test' && status !== PAID_STATUS && (
          <Banner tone="attention">
            <Trans>Test payment: no real money moves and no closing counts it. Do not charge the payer.</Trans>
          </Banner>
        )}
        {result?.kind === 'taken' && <TakenNote details={result.details} />}
        {money === undefined ? (
          <>
            <EntryFacts answer={answer} />
            <NoPaymentReason shownAnswer={shownAnswer} loadable={loadable} onResult={takeResult} />
          </>
        ) : (
          <FullPayment
            shownAnswer={shownAnswer}
            money={money}
            isOld={loadable.kind === 'here' && loadable.problem !== null}
            hasRecorded={recorded !== undefined}
            onResult={takeResult}
          />
        )}
      </PageSection>
    </div>
  )
}

/** Scrolls to the card if the URL has the hash `#pago`. Browsers cannot, as the card is loaded after the page. */
function useScrollTarget() {
  const isNamed = useLocation({ select: ({ hash }) => hash === 'pago' })
  const start = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isNamed) start.current?.scrollIntoView()
  }, [isNamed])
  return start
}

/** The payment data stored in the answer. */
function EntryFacts({ answer }: { readonly answer: Answer }) {
  const { t } = useLingui()
  const money = useMoney()
  const entry = answer.payments.at(-1)
  if (entry === undefined) return null
  const { payOrder, currencyType, name, dateFormatted } = entry
  return (
    <FactList
      facts={[
        { name: t`Amount`, value: <span className="r-figures">{money.text(payOrder.amount, currencyType)}</span> },
        { name: t`Item`, value: name },
        { name: t`Order number`, value: <span className="r-code">{payOrder.orderId}</span> },
        { name: t`Date`, value: <span className="r-figures">{dateFormatted}</span> },
      ]}
    />
  )
}

type WhyNoMoreProps = {
  readonly shownAnswer: ShownAnswer
  readonly loadable: Loadable<AnswerPayment>
  readonly onResult: (result: DeskResult) => void
}

function NoPaymentReason({ shownAnswer, loadable, onResult }: WhyNoMoreProps) {
  if (shownAnswer.isUnsent)
    return (
      <p>
        <Trans>Payment is possible once the server has received the answer.</Trans>
      </p>
    )
  if (loadable.kind !== 'failed') return <ListSkeleton rows={2} height={24} />
  if (loadable.problem.code !== 'payment.missing')
    return (
      <Banner tone="waiting">
        <Trans>Showing what the answer contains. Connect to the internet to see the other details.</Trans>
      </Banner>
    )
  return (
    <>
      {shownAnswer.answer.payments.length === 0 && (
        <>
          <p>
            <Trans>No order yet: the payer has not started the payment.</Trans>
          </p>
          <AmountDue shownAnswer={shownAnswer} />
        </>
      )}
      <Group gap="xs" align="stretch">
        <DeskPaymentButton shownAnswer={shownAnswer} order={undefined} onResult={onResult} />
      </Group>
    </>
  )
}

type WholeProps = Pick<WhyNoMoreProps, 'shownAnswer' | 'onResult'> & {
  readonly money: AnswerPayment
  readonly isOld: boolean
  /** a payment at the desk was just recorded here */
  readonly hasRecorded: boolean
}

function FullPayment({ shownAnswer, money, isOld, hasRecorded, onResult }: WholeProps) {
  const { order, ledger, receipts, cashier } = money
  return (
    <>
      {hasRecorded && <RecordedPayment order={order} receipts={receipts} />}
      {isOld && (
        <Banner tone="waiting">
          <Trans>Showing saved data. Could not refresh.</Trans>
        </Banner>
      )}
      {order.cancelled !== undefined && !findDisagreements(order).some(({ kind }) => kind === 'surplus') && (
        <Banner tone="attention">
          {ledger.paid === 0 ? (
            <Trans>The event was cancelled, so this order can no longer be paid.</Trans>
          ) : (
            <Trans>The event was cancelled. Its tickets are no longer valid, and its payments are refunded.</Trans>
          )}
        </Banner>
      )}
      {order.delivery === 'sold-out' && order.cancelled === undefined && (
        <Banner tone="attention">
          <Trans>
            The payment arrived after everything was sold out. Nothing was delivered and the payment is being refunded.
          </Trans>
        </Banner>
      )}
      <PaymentProblems order={order} answer={shownAnswer.answer} />
      <OrderFacts order={order} cashier={cashier} />
      <PriceLines order={order} />
      <LedgerCard order={order} ledger={ledger} />
      <ReceiptList receipts={receipts} />
      <PaymentActions shownAnswer={shownAnswer} order={order} onResult={onResult} />
    </>
  )
}

type DisagreementsProps = { readonly order: AnswerPayment['order']; readonly answer: Answer }

/** Payment problems that staff have to resolve, each with the button to refund or settle. */
export function PaymentProblems({ order, answer }: DisagreementsProps) {
  const disagreementText = useDisagreementText(order)
  return findDisagreements(order).map((disagreement) => (
    <Banner
      key={`${disagreement.kind}~${disagreement.dispute ?? disagreement.payment}`}
      tone="attention"
      action={<RefundButton order={order} answer={answer} about={disagreement} />}
    >
      {disagreementText(disagreement)}
    </Banner>
  ))
}

function useDisagreementText({ facts, amount, currency, cancelled }: AnswerPayment['order']) {
  const { t } = useLingui()
  const money = useMoney()
  return ({ kind, payment, amount: open }: Disagreement) => {
    const [requested, here] = [money.text(amount, currency), money.text(open, currency)]
    switch (kind) {
      case 'mismatch': {
        const came = facts.find(({ reference, kind: said }) => said === 'mismatch' && reference === payment)?.amount
        const text = money.text(came ?? open, currency)
        return came === open ? (
          <Trans>
            {text} was received instead of {requested}. It does not count as payment for the order and must be refunded.
          </Trans>
        ) : (
          <Trans>
            {text} was received instead of {requested}. It does not count as payment for the order; {here} must be
            refunded.
          </Trans>
        )
      }
      case 'refund-failed':
        return t`A refund of ${here} failed; the money was not returned. Refund it again, or pay it at the desk.`
      case 'dispute-open':
        return t`The payer disputes ${here}. Respond to the dispute with the payment provider. This amount cannot be refunded here until the dispute is decided.`
      case 'dispute-lost':
        return t`A dispute was lost: ${here} went back to the payer. Settle the dispute to record this and choose which tickets to void.`
      case 'surplus':
        return cancelled === undefined
          ? t`Overpaid by ${here}, which cannot be refunded automatically.`
          : t`The event was cancelled. Give ${here} back to the payer, and record the refund here.`
    }
  }
}
