import { Button, Group } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from '@tanstack/react-router'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  readAnswerPayment,
  paymentStatusOf,
  successfulRefunds,
  findSettlingFact,
  findDisagreements,
  type Receipt,
  type Disagreement,
} from '#domain/payments/index.ts'
import type { AnyReplyOf } from '#domain/endpoints/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import {
  Banner,
  FactList,
  ListSkeleton,
  PageSection,
  StatusBadge,
  useEndpointData,
  useMoney,
  Item,
  ItemList,
  useFormats,
  type Loadable,
} from '#ui/index.ts'
import type { ShownAnswer } from '../use-answer.ts'
import { RefundOffer } from './give-back.tsx'
import { LedgerCard, PaymentState } from './ledger.tsx'
import { OrderFacts, PriceLines } from './order-facts.tsx'
import { PaymentActs, RecordAtDesk } from './payment-acts.tsx'

export type AnswerPayment = AnyReplyOf<typeof readAnswerPayment>

/**
 * Payment of an answer (part 3, point 2). Shows the payment data in the answer until the server's is loaded.
 */
export function PaymentCard({ shownAnswer }: { readonly shownAnswer: ShownAnswer }) {
  const { t } = useLingui()
  const { answer, isUnsent } = shownAnswer
  const [loadable, retry] = useEndpointData(readAnswerPayment, { id: answer.id }, !isUnsent)
  const money = loadable.kind === 'here' ? loadable.value : undefined
  useReceiptsToCome(money, retry)
  const status = money?.order.status ?? paymentStatusOf(answer)
  const start = useScrollTarget()
  return (
    <div ref={start}>
      <PageSection
        title={t`Payment`}
        aside={
          <span className="r-row r-middle">
            {money?.order.mode === 'test' && (
              <StatusBadge tone="quiet">
                <Trans>Test payment</Trans>
              </StatusBadge>
            )}
            <PaymentState money={money} status={status} />
          </span>
        }
      >
        {money === undefined ? (
          <>
            <EntryFacts answer={answer} />
            <WhyNoMore shownAnswer={shownAnswer} loadable={loadable} />
          </>
        ) : (
          <FullPayment
            shownAnswer={shownAnswer}
            money={money}
            isOld={loadable.kind === 'here' && loadable.problem !== null}
          />
        )}
      </PageSection>
    </div>
  )
}

/** Scrolls to the card if the address names it (#pago), because it is loaded after the page. */
function useScrollTarget() {
  const isNamed = useLocation({ select: ({ hash }) => hash === 'pago' })
  const start = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isNamed) start.current?.scrollIntoView()
  }, [isNamed])
  return start
}

/** Polling for receipts: maximum number of requests, and milliseconds between two of them. */
const POLLING = { most: 10, apart: 1_500 }

/** Polls for receipts: a job numbers them shortly after payment or refund, without notifying devices. */
function useReceiptsToCome(money: AnswerPayment | undefined, retry: () => void): void {
  const [looks, setLooks] = useState(0)
  const isDue = money !== undefined && money.receipts.length < countOwedReceipts(money.order)
  useEffect(() => {
    if (!isDue || looks >= POLLING.most) return
    const timer = setTimeout(() => {
      setLooks(looks + 1)
      retry()
    }, POLLING.apart)
    return () => clearTimeout(timer)
  }, [isDue, looks, retry])
}

/** The number of receipts and credit notes that the order will have once all are numbered. */
function countOwedReceipts({ delivery, facts }: AnswerPayment['order']): number {
  const paid = findSettlingFact({ facts })
  return delivery === 'delivered' ? 1 + successfulRefunds(facts).filter(({ of }) => of === paid?.reference).length : 0
}

/** The payment data in the answer. */
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

function WhyNoMore({
  shownAnswer,
  loadable,
}: {
  readonly shownAnswer: ShownAnswer
  readonly loadable: Loadable<AnswerPayment>
}) {
  if (shownAnswer.isUnsent)
    return (
      <p>
        <Trans>It can be paid once the server has received the answer.</Trans>
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
        <p>
          <Trans>No order yet: the payer has not started the payment.</Trans>
        </p>
      )}
      <Group gap="xs" align="stretch">
        <RecordAtDesk shownAnswer={shownAnswer} order={undefined} />
      </Group>
    </>
  )
}

type WholeProps = { readonly shownAnswer: ShownAnswer; readonly money: AnswerPayment; readonly isOld: boolean }

function FullPayment({ shownAnswer, money: { order, ledger, receipts }, isOld }: WholeProps) {
  return (
    <>
      {isOld && (
        <Banner tone="waiting">
          <Trans>Showing saved data. Could not refresh.</Trans>
        </Banner>
      )}
      {order.delivery === 'sold-out' && (
        <Banner tone="attention">
          <Trans>
            The payment arrived after everything was sold out. Nothing was delivered and the payment is being refunded.
          </Trans>
        </Banner>
      )}
      <Disagreements order={order} answer={shownAnswer.answer} />
      <OrderFacts order={order} />
      <PriceLines order={order} />
      <LedgerCard order={order} ledger={ledger} />
      <Receipts receipts={receipts} />
      <PaymentActs shownAnswer={shownAnswer} order={order} />
    </>
  )
}

/** Receipt and credit notes as PDFs. */
function Receipts({ receipts }: { readonly receipts: readonly Receipt[] }) {
  const { t } = useLingui()
  if (receipts.length === 0) return null
  return (
    <ItemList label={t`Receipts`}>
      {receipts.map((receipt) => (
        <ReceiptItem key={receipt.number} receipt={receipt} />
      ))}
    </ItemList>
  )
}

function ReceiptItem({ receipt }: { readonly receipt: Receipt }) {
  const { t } = useLingui()
  const money = useMoney()
  const formats = useFormats()
  const { number, kind, of, amount, currency, issuedAt } = receipt
  const title = kind === 'receipt' ? t`Receipt ${number}` : t`Credit note ${number} of receipt ${of ?? 0}`
  return (
    <Item
      title={title}
      details={[
        <span key="amount" className="r-figures">
          {money.text(amount, currency)}
        </span>,
        <span key="at" className="r-figures">
          {formats.dateTime(issuedAt)}
        </span>,
      ]}
    >
      <Button
        component="a"
        href={receiptUrl(receipt)}
        target="_blank"
        rel="noopener"
        variant="subtle"
        aria-label={t`PDF of ${title}`}
        leftSection={<IconFileTypePdf size={20} aria-hidden="true" />}
      >
        <Trans>PDF</Trans>
      </Button>
    </Item>
  )
}

/** The URL of a receipt or credit note. A credit note is identified by its refund. */
function receiptUrl({ order, orderId, kind, operationId }: Receipt): string {
  const path = `/api/payments/orders/${order}/${orderId}/receipt`
  return kind === 'receipt' ? path : `${path}?refund=${encodeURIComponent(operationId)}`
}

type DisagreementsProps = { readonly order: AnswerPayment['order']; readonly answer: Answer }

/** Payment problems that need a person, and their status. */
export function Disagreements({ order, answer }: DisagreementsProps) {
  const disagreementText = useText(order)
  return findDisagreements(order).map((disagreement) => (
    <Banner
      key={`${disagreement.kind}~${disagreement.dispute ?? disagreement.payment}`}
      tone="attention"
      action={<RefundOffer order={order} answer={answer} about={disagreement} />}
    >
      {disagreementText(disagreement)}
    </Banner>
  ))
}

function useText({ facts, amount, currency }: AnswerPayment['order']) {
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
        return t`Overpaid by ${here}, which cannot be refunded automatically.`
    }
  }
}
