import { useEffect, useRef, useState } from 'react'
import { Button } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ProblemDetails } from '#domain/kernel/index.ts'
import {
  deskMethodSchema,
  findSettlingFact,
  listSuccessfulRefunds,
  PAYMENT_PROVIDERS,
  type Receipt,
} from '#domain/payments/index.ts'
import { Banner, Item, ItemList, useFormatsIn, useMoney, useMunicipalityTimeZone } from '#ui/index.ts'
import { useDeskMethodNames, useProviderNames } from './order-facts.tsx'
import type { AnswerPayment } from './payment-card.tsx'

/** Polling for receipts: maximum number of requests, milliseconds before the first, and growth factor of the pauses. */
const POLLING = { most: 15, first: 1_500, growth: 1.25 }

/** Polls for receipts for some minutes. A job numbers them after a payment or refund, without notifying devices. */
export function usePendingReceipts(money: AnswerPayment | undefined, retry: () => void): void {
  const [pollCount, setPollCount] = useState(0)
  const isDue = money !== undefined && money.receipts.length < countOwedReceipts(money.order)
  useEffect(() => {
    if (!isDue || pollCount >= POLLING.most) return
    const timer = setTimeout(
      () => {
        setPollCount(pollCount + 1)
        retry()
      },
      POLLING.first * POLLING.growth ** pollCount,
    )
    return () => clearTimeout(timer)
  }, [isDue, pollCount, retry])
}

/** The number of receipts and credit notes that the order will have once all are numbered. */
function countOwedReceipts({ delivery, facts }: AnswerPayment['order']): number {
  const paid = findSettlingFact({ facts })
  return delivery === 'delivered'
    ? 1 + listSuccessfulRefunds(facts).filter(({ of }) => of === paid?.reference).length
    : 0
}

/** Receipt and credit notes as PDFs. */
export function ReceiptList({ receipts }: { readonly receipts: readonly Receipt[] }) {
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
  const { number, kind, of, amount, currency, issuedAt, municipality } = receipt
  const formats = useFormatsIn(useMunicipalityTimeZone(municipality))
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
        href={buildReceiptUrl(receipt)}
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
function buildReceiptUrl({ order, orderId, kind, operationId }: Receipt): string {
  const path = `/api/payments/orders/${order}/${orderId}/receipt`
  return kind === 'receipt' ? path : `${path}?refund=${encodeURIComponent(operationId)}`
}

/** Moves the focus to an element, as the button that opened the dialog was removed. */
function useFocus(isShown: boolean) {
  const start = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isShown) start.current?.focus()
  }, [isShown])
  return start
}

/** Names who took the payment before this cashier, by which method, and that this one was not recorded. */
export function TakenNote({ details = {} }: { readonly details: ProblemDetails | undefined }) {
  const methods = useDeskMethodNames()
  const providers = useProviderNames()
  const start = useFocus(true)
  const { cashier, method, provider } = details
  const means = deskMethodSchema.safeParse(method).data
  const source = PAYMENT_PROVIDERS.find((name) => name === provider)
  const way = means === undefined ? source && providers[source] : methods[means]
  return (
    <div ref={start} tabIndex={-1} role="alert">
      <Banner tone="attention">
        {cashier === undefined || way === undefined ? (
          <Trans>This order was already paid ({way ?? '–'}).</Trans>
        ) : (
          <Trans>
            {cashier} already took this payment ({way}).
          </Trans>
        )}{' '}
        <Trans>Your payment was not recorded. If you charged the payer, give the money back.</Trans>
      </Banner>
    </div>
  )
}

type RecordedProps = Pick<AnswerPayment, 'order' | 'receipts'>

/** A payment just recorded at the desk: the change to give back, and the receipt once it has a number. */
export function RecordedPayment({ order, receipts }: RecordedProps) {
  const money = useMoney()
  const paid = findSettlingFact(order)
  const isPaid = paid !== undefined
  const start = useFocus(isPaid)
  if (!isPaid) return null
  const receipt = receipts.find(({ kind }) => kind === 'receipt')
  const amount = money.text(paid.amount, order.currency)
  const change = money.text((paid.tendered ?? paid.amount) - paid.amount, order.currency)
  return (
    <div ref={start} tabIndex={-1} role="status">
      <Banner
        tone="received"
        action={
          receipt === undefined ? (
            <Trans>Preparing the receipt…</Trans>
          ) : (
            <Button component="a" href={buildReceiptUrl(receipt)} target="_blank" rel="noopener" variant="default">
              <Trans>Open the receipt</Trans>
            </Button>
          )
        }
      >
        {paid.tendered === undefined ? (
          <Trans>Payment of {amount} recorded.</Trans>
        ) : (
          <Trans>
            Payment of {amount} recorded. Change to give back: <strong className="r-figures">{change}</strong>
          </Trans>
        )}
      </Banner>
    </div>
  )
}
