import { useDeferredValue, useState } from 'react'
import { Trans } from '@lingui/react/macro'
import { isOnSale, computeMinPrice, computePrice, maxPerPersonInZone, type Price } from '#domain/payments/index.ts'
import { instantSchema } from '#domain/kernel/index.ts'
import { useFormats, useMoney, useProblemText } from '#ui/index.ts'
import { useForm, useFormContext } from '../form/form-context.ts'

/** Shows the sale before anything is asked: time and place of an event, prices, and the maximum per person. */
export function SaleFacts() {
  const { ticketSale } = useFormContext().form.template
  const money = useMoney()
  const { dateTime } = useFormats()
  if (ticketSale === undefined) return null
  const { eventDate, address = '', zones, currency } = ticketSale
  return (
    <ul className="r-card r-plain r-pad-12 r-breaks">
      {eventDate !== undefined && <li className="r-strong">{dateTime(eventDate)}</li>}
      {address !== '' && <li>{address}</li>}
      {zones.map((zone) => {
        const [price, most] = [money.text(zone.price, currency), maxPerPersonInZone(ticketSale, zone)]
        return (
          <li key={zone.id}>
            {zone.name}: <strong className="r-figures">{price}</strong>{' '}
            <span className="r-soft">
              <Trans comment="tickets of an event">At most {most} per person.</Trans>
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** The current price of the answer, updated with a short delay. The server computes it again on payment. */
export function CurrentPrice() {
  const { template } = useFormContext().form
  const problemText = useProblemText()
  const { content, header } = useDeferredValue(useForm((state) => state))
  // Prices are computed for the time of opening. If a discount expires, the payer confirms the new price on payment.
  const [now] = useState(() => instantSchema.parse(new Date().toISOString()))
  const { ticketSale } = template
  if (ticketSale !== undefined && !isOnSale(ticketSale, now))
    return <p className="r-problem">{problemText({ code: 'payment.sale-closed' })}</p>
  const priced = { content, citizen: header.citizen }
  const price = computePrice(template, priced, now)
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
      <strong>{isLeast ? <Trans>To pay: from {amount}</Trans> : <Trans>To pay: {amount}</Trans>}</strong>
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
