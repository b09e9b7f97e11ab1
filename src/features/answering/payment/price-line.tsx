import { useDeferredValue, useEffect, useState } from 'react'
import { IconChevronDown } from '@tabler/icons-react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import {
  computeMinPrice,
  computePrice,
  isOnSale,
  MAX_ORDER_QUANTITY,
  findMaxPerPersonInZone,
  type Price,
  type Purchase,
} from '#domain/payments/index.ts'
import { type AnswerId, formatMoment, type Instant, instantSchema, type TemplateId } from '#domain/kernel/index.ts'
import { municipalityOfDocument } from '#domain/places/index.ts'
import { readPlacesLeft, type TicketSale, type Zone } from '#domain/tickets/index.ts'
import {
  tabStorage,
  useOptionalRequestSender,
  useMoney,
  useMunicipalityTimeZone,
  useOnline,
  useProblemText,
} from '#ui/index.ts'
import { SALE_ELEMENT_ID } from '../form/element-ids.ts'
import { useForm, useFormContext } from '../form/form-context.ts'
import type { FormStore } from '../form/form-store.ts'
import styles from './sale.module.css'

/** Session storage key. The value is the answer's id and the last choice of zone and quantity. */
const CHOSEN = 'relevo.chosen'

/** The purchase chosen for an answer. Nothing is reserved before the payer's page. */
export function readPurchase(answer: AnswerId): Purchase | undefined {
  const [, of, zone, quanty] = /^(\S+) (\d{1,4}) ([1-9]\d{0,3})$/.exec(tabStorage.get(CHOSEN) ?? '') ?? []
  return of === answer ? { zone: Number(zone), quanty: Number(quanty) } : undefined
}

/** Session storage key. The value is an answer's id and its total in cents, kept after its content left the device. */
const DUE = 'relevo.due'

/** Total of an answer in cents, computed in this tab before it was sent. */
export function readTotal(answer: AnswerId): number | undefined {
  const [of, total] = (tabStorage.get(DUE) ?? '').split(' ')
  return of === answer ? Number(total) : undefined
}

/** Keeps the total of an answer in this tab. @param total in cents; undefined: not known, the former one stays */
export function useKeptTotal(answer: AnswerId, total: number | undefined): void {
  useEffect(() => {
    if (total !== undefined) tabStorage.set(DUE, `${answer} ${total}`)
  }, [answer, total])
}

function choosePurchase(form: FormStore, answer: AnswerId, purchase: Purchase | undefined): void {
  if (purchase !== undefined) tabStorage.set(CHOSEN, `${answer} ${purchase.zone} ${purchase.quanty}`)
  form.state.setState({ purchase })
}

/**
 * The sale, shown before the first question: time and place of an event, prices, remaining quantities, and the choice.
 */
export function PurchaseChooser(props: Omit<SaleProps, 'sale'>) {
  const { form } = useFormContext()
  const { ticketSale, opcionales } = form.template
  return ticketSale !== undefined && opcionales.addPaymentGateway && <Sale {...props} sale={ticketSale} />
}

type SaleProps = {
  readonly answer: AnswerId
  readonly sale: TicketSale
  /** the municipality's, for guests */
  readonly timeZone?: string | undefined
}

function Sale({ answer, sale, timeZone }: SaleProps) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const { form } = useFormContext()
  const ownZone = useMunicipalityTimeZone(municipalityOfDocument(form.template))
  const purchase = useForm((state) => state.purchase)
  const left = usePlacesLeft(form.template.id)
  const [now] = useState(getCurrentTime)
  const { eventDate, address = '', zones, productType } = sale
  const offered = zones.filter(({ id }) => left?.get(id) !== 0)
  const ids = offered.map(({ id }) => id).join(' ')
  useEffect(() => {
    const [only, ...others] = ids.split(' ')
    const kept = readPurchase(answer)
    const isOffered = kept !== undefined && ids.split(' ').includes(String(kept.zone))
    const first = only === '' || others.length > 0 ? undefined : { zone: Number(only), quanty: 1 }
    choosePurchase(form, answer, isOffered ? kept : first)
  }, [answer, form, ids])
  const choose = (chosen: Purchase): void => choosePurchase(form, answer, chosen)
  const zone = offered.find(({ id }) => id === purchase?.zone)
  const isOpen = isOnSale(sale, now)
  return (
    <section className="r-card r-column r-pad-12 r-gap-12 r-breaks" aria-label={t`Items for sale`} id={SALE_ELEMENT_ID}>
      {(eventDate !== undefined || address !== '') && (
        <ul className="r-plain">
          {eventDate !== undefined && <li className="r-strong">{formatMoment(eventDate, timeZone ?? ownZone)}</li>}
          {address !== '' && <li>{address}</li>}
        </ul>
      )}
      <fieldset className={`r-column r-gap-4 ${styles['zones']}`}>
        <legend className="r-strong">{isOpen ? <Trans>What do you want to buy?</Trans> : <Trans>Prices</Trans>}</legend>
        {zones.map((each) => (
          <ZoneLine
            key={each.id}
            zone={each}
            sale={sale}
            left={left?.get(each.id)}
            isChosen={each === zone}
            onChoose={isOpen ? () => choose({ zone: each.id, quanty: 1 }) : undefined}
          />
        ))}
      </fieldset>
      {!isOpen && <p className="r-problem">{problemText({ code: 'payment.sale-closed' })}</p>}
      {isOpen && offered.length === 0 && (
        <p className="r-problem" role="status">
          {productType === 'event' ? <Trans>No tickets left</Trans> : <Trans>None left</Trans>}
        </p>
      )}
      {isOpen && zone !== undefined && purchase !== undefined && (
        <>
          <Quantity
            max={Math.min(findMaxPerPersonInZone(sale, zone), left?.get(zone.id) ?? MAX_ORDER_QUANTITY)}
            value={purchase.quanty}
            onChange={(quanty) => choose({ ...purchase, quanty })}
          />
          <p className="r-soft">
            <Trans>Nothing is reserved yet. You pay after you send this form.</Trans>
          </p>
        </>
      )}
    </section>
  )
}

type ZoneLineProps = {
  readonly zone: Zone
  readonly sale: TicketSale
  /** undefined: unknown, for example offline */
  readonly left: number | undefined
  readonly isChosen: boolean
  /** missing: nothing can be bought now */
  readonly onChoose: (() => void) | undefined
}

function ZoneLine({ zone, sale, left, isChosen, onChoose }: ZoneLineProps) {
  const money = useMoney()
  const [price, most] = [money.text(zone.price, sale.currency), findMaxPerPersonInZone(sale, zone)]
  const isGone = left === 0
  return (
    <label className={`r-line r-gap-12 r-middle r-target ${styles['zone']}`}>
      {onChoose !== undefined && (
        <input type="radio" name={SALE_ELEMENT_ID} checked={isChosen} disabled={isGone} onChange={onChoose} />
      )}
      <span className={styles['name']}>
        {zone.name}
        <span className="r-block r-soft">
          {isGone && (sale.productType === 'event' ? <Trans>No tickets left</Trans> : <Trans>None left</Trans>)}
          {!isGone && left !== undefined && (
            <>
              <Plural value={left} one="# left." other="# left." />{' '}
            </>
          )}
          {!isGone && <Trans comment="tickets of an event">At most {most} per person.</Trans>}
        </span>
      </span>
      <strong className="r-figures">{price}</strong>
    </label>
  )
}

type QuantityProps = { readonly max: number; readonly value: number; readonly onChange: (quanty: number) => void }

/** Maximum number of quantities offered in a list. For more, users type the quantity. */
const MAX_LISTED = 50

function Quantity({ max, value, onChange }: QuantityProps) {
  const look = `r-edge r-raised r-target ${styles['quantity']}`
  const take = (text: string): void => {
    const quanty = Number(text)
    if (Number.isInteger(quanty) && quanty >= 1 && quanty <= max) onChange(quanty)
  }
  return (
    <label className="r-line r-gap-12 r-middle">
      <Trans>Quantity</Trans>
      {max > MAX_LISTED ? (
        <input
          className={look}
          type="number"
          inputMode="numeric"
          min={1}
          max={max}
          defaultValue={value}
          onChange={(event) => take(event.currentTarget.value)}
        />
      ) : (
        <span className="r-anchor">
          <select
            className={`${look} ${styles['listed']}`}
            value={Math.min(value, Math.max(1, max))}
            onChange={(event) => take(event.currentTarget.value)}
          >
            {Array.from({ length: Math.max(1, max) }, (_, index) => (
              <option key={index}>{index + 1}</option>
            ))}
          </select>
          <IconChevronDown className={`r-soft ${styles['chevron']}`} size={20} aria-hidden="true" />
        </span>
      )}
    </label>
  )
}

/** Remaining quantities by zone. @returns undefined until the server has reported them */
function usePlacesLeft(id: TemplateId): ReadonlyMap<number, number> | undefined {
  const ask = useOptionalRequestSender()
  const online = useOnline()
  const [left, setLeft] = useState<ReadonlyMap<number, number>>()
  useEffect(() => {
    let hasLeft = false
    if (online)
      void ask?.(readPlacesLeft, { id }).then((reply) => {
        if (!hasLeft && reply.kind === 'ok') setLeft(new Map(reply.value.zones.map((zone) => [zone.id, zone.left])))
      })
    return () => {
      hasLeft = true
    }
  }, [ask, id, online])
  return left
}

function getCurrentTime(): Instant {
  return instantSchema.parse(new Date().toISOString())
}

export type CurrentPriceProps = { readonly answer: AnswerId }

/** The current price of the answer, updated with a short delay. The server computes it again on payment. */
export function CurrentPrice({ answer }: CurrentPriceProps) {
  const { template } = useFormContext().form
  const problemText = useProblemText()
  const { content, header, purchase } = useDeferredValue(useForm((state) => state))
  // Prices are computed for the time of opening. If a discount expires, the payer confirms the new price on payment.
  const [now] = useState(getCurrentTime)
  const { ticketSale } = template
  const priced = { content, citizen: header.citizen }
  const price = computePrice(template, ticketSale === undefined ? priced : { ...priced, purchase }, now)
  useKeptTotal(answer, price.ok ? price.value.total : undefined)
  if (ticketSale !== undefined && !isOnSale(ticketSale, now))
    return <p className="r-problem">{problemText({ code: 'payment.sale-closed' })}</p>
  if (price.ok) return <Line price={price.value} />
  if (price.problem.code === 'payment.not-asked') return null
  const least = computeMinPrice(template, priced, now)
  if (price.problem.code === 'payment.zone-required' && least !== undefined) return <Line price={least} isLeast />
  return <p className="r-problem">{problemText(price.problem)}</p>
}

function Line({ price, isLeast = false }: { readonly price: Price; readonly isLeast?: boolean }) {
  const money = useMoney()
  const { total, reduction, discount, currency } = price
  const [amount, off] = [money.text(total, currency), money.text(reduction, currency)]
  return (
    <p className="r-row r-figures">
      <strong>{isLeast ? <Trans>Total: from {amount}</Trans> : <Trans>Total: {amount}</Trans>}</strong>
      {reduction > 0 && (
        <span className="r-soft">
          <Trans comment="a discount: its amount, and its name">
            {off} off: {discount}
          </Trans>
        </span>
      )}
    </p>
  )
}
