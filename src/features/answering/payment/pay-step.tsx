import { useEffect, useState } from 'react'
import { Anchor, Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { createEmptyValues } from '#domain/answers/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { type AnswerId, formatMoment, instantSchema, type MutationId, unreachable } from '#domain/kernel/index.ts'
import {
  computeMinPrice,
  computePrice,
  hasPrice,
  isAnswerFree,
  readOwnPayment,
  type Price,
  type Purchase,
} from '#domain/payments/index.ts'
import { municipalityOfDocument } from '#domain/places/index.ts'
import type { TicketSale } from '#domain/tickets/index.ts'
import type { LocalAnswer } from '#local/index.ts'
import {
  Banner,
  browserStorage,
  isInFrame,
  LinkButton,
  translateField,
  useMoney,
  useMunicipalityTimeZone,
  useOnline,
  useOptionalRequestSender,
} from '#ui/index.ts'
import { readPurchase, readTotal, useKeptTotal } from './price-line.tsx'

type PayStepProps = {
  readonly answer: LocalAnswer
  readonly form: FormTemplate
  /** the municipality's, for guests */
  readonly timeZone?: string | undefined
  /** offers staff to take the payment at the desk */
  readonly atDesk?: boolean
}

/** Storage key. The value is the id of the answer whose payment page was last opened in this browser. */
const PAYING_ANSWER_KEY = 'relevo.paying'

/**
 * Opens the server's payment page (functions/src/core/payments/payer) for a saved answer, and posts the receipt's id as
 * proof. Available while the receipt is on this device. Free answers have no step.
 */
export function PaymentStep({ answer, form, timeZone, atDesk = false }: PayStepProps) {
  const { i18n } = useLingui()
  const online = useOnline()
  const { id, delivery, receipts } = answer
  const purchase = form.ticketSale === undefined ? undefined : readPurchase(id)
  // Unknown offline, so this remembers only that the page was opened.
  const [hasBegun, setBegun] = useState(() => browserStorage.get(PAYING_ANSWER_KEY) === id)
  const isReceived = delivery?.kind === 'received' && answer.entries.length === 0
  const proof = isReceived ? receipts.find((receipt) => isUnpaid(receipt, form)) : undefined
  const paidOrder = usePaidOrder(id, proof?.id)
  if (isReceived) {
    if (proof === undefined) return null
    if (paidOrder !== undefined) return <Paid {...paidOrder} answer={id} />
    return (
      <section className="r-column r-gap-12">
        <NotPaid answer={answer} form={form} timeZone={timeZone} purchase={purchase} hasBegun={hasBegun} />
        {hasBegun && (
          <p>
            <Trans>If you have already paid, open the payment page to check that your payment was received.</Trans>
          </p>
        )}
        <form
          method="post"
          action="/pago"
          target={isInFrame() ? '_top' : undefined}
          onSubmit={() => {
            browserStorage.set(PAYING_ANSWER_KEY, id)
            setBegun(true)
          }}
        >
          <input type="hidden" name="answer" value={id} />
          <input type="hidden" name="proof" value={proof.id} />
          <input type="hidden" name="lang" value={i18n.locale} />
          {purchase !== undefined && (
            <>
              <input type="hidden" name="zone" value={purchase.zone} />
              <input type="hidden" name="quanty" value={purchase.quanty} />
            </>
          )}
          <Button type="submit" {...(hasBegun && { variant: 'default' })} fullWidth disabled={!online}>
            <Trans>Go to the payment</Trans>
          </Button>
        </form>
        {!online && <Connect />}
        {atDesk && (
          <LinkButton to="/ver/$id" params={{ id }} hash="pago" variant="default">
            <Trans>Collect payment at the desk</Trans>
          </LinkButton>
        )}
      </section>
    )
  }
  if (delivery === undefined || DELIVERIES_WITHOUT_PAYMENT.has(delivery.kind) || isFree(answer, form)) return null
  return (
    <section className="r-column r-gap-12">
      <NotPaid answer={answer} form={form} timeZone={timeZone} purchase={purchase} hasBegun={false} />
      {online ? (
        <p className="r-soft">
          <Trans>You can pay once the answer has been received.</Trans>
        </p>
      ) : (
        <Connect />
      )}
    </section>
  )
}

/** `isFree`: no payment was required */
type PaidOrder = { readonly orderId: string; readonly isFree: boolean }

/** The answer's paid order. Asks the server when the page opens, is shown again, or is online again. */
function usePaidOrder(answer: AnswerId, proof: MutationId | undefined): PaidOrder | undefined {
  const ask = useOptionalRequestSender()
  const online = useOnline()
  const [order, setOrder] = useState<PaidOrder>()
  const isAsked = online && order === undefined
  useEffect(() => {
    if (ask === undefined || proof === undefined || !isAsked) return
    const controller = new AbortController()
    const { signal } = controller
    let isBusy = false
    const pollOrder = async (): Promise<void> => {
      if (isBusy || document.visibilityState === 'hidden') return
      isBusy = true
      const outcome = await ask(readOwnPayment, { body: { answer, proof } })
      isBusy = false
      if (signal.aborted || outcome.kind !== 'ok') return
      const { orderId, isFree = false } = outcome.value
      if (orderId !== null) setOrder({ orderId, isFree })
    }
    const onShown = (): void => void pollOrder()
    onShown()
    addEventListener('focus', onShown, { signal })
    addEventListener('pageshow', onShown, { signal })
    document.addEventListener('visibilitychange', onShown, { signal })
    return () => controller.abort()
  }, [ask, answer, proof, isAsked])
  return order
}

function Paid({ orderId, isFree, answer }: PaidOrder & { readonly answer: AnswerId }) {
  const { i18n } = useLingui()
  return (
    <Banner
      tone="received"
      action={
        <Anchor
          href={`/pago-exitoso/${orderId}/${answer}?lang=${i18n.locale}`}
          target={isInFrame() ? '_top' : undefined}
        >
          {isFree ? <Trans>See the order</Trans> : <Trans>See the payment</Trans>}
        </Anchor>
      }
    >
      {isFree ? <Trans>Order confirmed. No payment was required.</Trans> : <Trans>Payment received.</Trans>}
    </Banner>
  )
}

type SoldProductType = TicketSale['productType'] | undefined

type NotPaidProps = Pick<PayStepProps, 'answer' | 'form' | 'timeZone'> & {
  /** undefined: nothing is sold, or nothing was chosen in this tab */
  readonly purchase: Purchase | undefined
  /** the payment page was opened on this device */
  readonly hasBegun: boolean
}

/** Says that nothing is reserved without payment, with the amount, and with time and place of an event. */
function NotPaid({ answer, form, timeZone, purchase, hasBegun }: NotPaidProps) {
  const { i18n } = useLingui()
  const ownZone = useMunicipalityTimeZone(municipalityOfDocument(form))
  const money = useMoney()
  const { eventDate, address = '' } = form.ticketSale ?? {}
  const isChosen = form.ticketSale === undefined || purchase !== undefined
  const price = findAmount(answer, form, purchase)
  const amount = price === undefined ? '' : money.text(price.total, price.currency)
  useKeptTotal(answer.id, price?.isLeast === false ? price.total : undefined)
  return (
    <>
      <Banner tone="waiting">
        <strong>
          {isChosen || hasBegun ? (
            <NotPaidText productType={form.ticketSale?.productType} hasBegun={hasBegun} />
          ) : (
            <Trans>Nothing is reserved yet. Choose what you want to buy on the payment page.</Trans>
          )}
        </strong>
      </Banner>
      <dl className="r-column r-gap-8 r-breaks">
        {amount !== '' && (
          <div>
            <dt className="r-soft">{isChosen ? <Trans>To pay</Trans> : <Trans>Prices</Trans>}</dt>
            <dd className="r-strong r-figures">{price?.isLeast === true ? <Trans>from {amount}</Trans> : amount}</dd>
          </div>
        )}
        {form.ticketSale?.productType === 'event' && (
          <div>
            <dt className="r-soft">
              <Trans>Event</Trans>
            </dt>
            <dd>
              {translateField(form, 'titulo', i18n.locale)}
              {eventDate !== undefined && (
                <>
                  <br />
                  {formatMoment(eventDate, timeZone ?? ownZone)}
                </>
              )}
              {address !== '' && <div>{address}</div>}
            </dd>
          </div>
        )}
      </dl>
    </>
  )
}

function NotPaidText({
  productType,
  hasBegun,
}: Pick<NotPaidProps, 'hasBegun'> & { readonly productType: SoldProductType }) {
  switch (productType) {
    case undefined:
      return hasBegun ? <Trans>You may not have finished the payment.</Trans> : <Trans>Not paid yet.</Trans>
    case 'event':
      return hasBegun ? (
        <Trans>If you have not finished the payment, your tickets are not reserved.</Trans>
      ) : (
        <Trans>Not paid yet: your tickets are not reserved.</Trans>
      )
    case 'product':
      return hasBegun ? (
        <Trans>If you have not finished the payment, your order is not reserved.</Trans>
      ) : (
        <Trans>Not paid yet: your order is not reserved.</Trans>
      )
    default:
      return unreachable(productType)
  }
}

/** The amount to pay. `isLeast`: a minimum, as the payer still chooses, or as content and total are not in this tab. */
function findAmount({ id, submit }: LocalAnswer, form: FormTemplate, purchase: Purchase | undefined) {
  const now = instantSchema.parse(new Date().toISOString())
  const isKnown = submit !== undefined || !form.secciones.some(({ preguntas }) => preguntas.some(hasPrice))
  const kept = isKnown ? undefined : readTotal(id)
  const withTotal = (price: Price) =>
    kept === undefined ? { ...price, isLeast: !isKnown } : { ...price, total: kept, isLeast: false }
  const priced = { content: submit?.content ?? createEmptyValues(), citizen: submit?.header.citizen }
  if (form.ticketSale !== undefined) {
    const chosen = computePrice(form, { ...priced, purchase }, now)
    if (chosen.ok) return withTotal(chosen.value)
    const least = computeMinPrice(form, priced, now)
    return least && { ...least, isLeast: true }
  }
  const price = computePrice(form, priced, now)
  return price.ok && price.value.total > 0 ? withTotal(price.value) : undefined
}

/** Delivery states in which payment is not announced. */
const DELIVERIES_WITHOUT_PAYMENT: ReadonlySet<string> = new Set(['attention', 'discarded', 'held', 'received'])

function Connect() {
  return (
    <p className="r-soft">
      <Trans>Connect to the internet to pay for this answer.</Trans>
    </p>
  )
}

/** Receipts of applied answers say whether payment is due. For held answers accepted later, the form decides. */
function isUnpaid(receipt: LocalAnswer['receipts'][number], form: FormTemplate): boolean {
  return receipt.status === 'applied'
    ? receipt.unpaid === true
    : receipt.status === 'held' && form.opcionales.addPaymentGateway
}

function isFree({ submit }: LocalAnswer, form: FormTemplate): boolean {
  const now = instantSchema.parse(new Date().toISOString())
  return (
    submit !== undefined &&
    isAnswerFree({ filled: form, pricing: form }, { content: submit.content, citizen: submit.header.citizen }, now)
  )
}
