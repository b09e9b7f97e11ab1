import { useLingui, Trans } from '@lingui/react/macro'
import { findSettlingFact, type DeskMethod, type PaymentFact } from '#domain/payments/index.ts'
import {
  FactList,
  findOtherTimeZone,
  ListTable,
  useFormats,
  useFormatsIn,
  useMoney,
  useMunicipalityTimeZone,
  type Column,
  type Fact,
} from '#ui/index.ts'
import type { AnswerPayment } from './payment-card.tsx'

type PriceLine = AnswerPayment['order']['lines'][number] & { readonly place: number }

type OrderProps = Pick<AnswerPayment, 'order' | 'cashier'>

/** Amount, order number, payer, dates and payment method of an order. */
export function OrderFacts({ order, cashier }: OrderProps) {
  const { t } = useLingui()
  const timeZone = useMunicipalityTimeZone(order.municipality)
  const formats = useFormatsIn(timeZone)
  const otherZone = findOtherTimeZone(timeZone)
  const money = useMoney()
  const providers = useProviderNames()
  const methods = useDeskMethodNames()
  const paid = findSettlingFact(order)
  const { validation } = order
  const facts: readonly (Fact | false)[] = [
    {
      name: paid === undefined ? t`Amount due` : t`Amount`,
      value: <strong className="r-figures">{money.text(order.amount, order.currency)}</strong>,
    },
    { name: t`Order number`, value: <span className="r-code">{order.orderId}</span> },
    { name: t`Payer`, value: <PayerName fullName={order.fullName} dni={order.dni} /> },
    order.email !== '' && { name: t`E-mail`, value: <span className="r-breaks">{order.email}</span> },
    order.phone !== '' && { name: t`Phone`, value: order.phone },
    { name: t`Order date`, value: <span className="r-figures">{formats.dateTime(order.createdAt)}</span> },
    validation !== undefined && {
      name: t`Validated`,
      value: <span className="r-figures">{formats.dateTime(validation.at)}</span>,
    },
    paid?.kind === 'waived' && { name: t`Paid`, value: t`Nothing to pay` },
    paid?.kind === 'paid' && {
      name: t`Paid`,
      value: (
        <span className="r-figures">
          {formats.dateTime(paid.at)} · {providers[paid.provider]}
          {paid.method !== undefined && ` · ${methods[paid.method]}`}
        </span>
      ),
    },
    cashier !== undefined && { name: t`Cashier`, value: cashier },
    paid?.voucher !== undefined && {
      name: t`Voucher or transfer number`,
      value: <span className="r-breaks r-mono">{paid.voucher}</span>,
    },
    paid?.tendered !== undefined && {
      name: t`Cash received`,
      value: <span className="r-figures">{money.text(paid.tendered, order.currency)}</span>,
    },
    paid?.tendered !== undefined && {
      name: t`Change given back`,
      value: <span className="r-figures">{money.text(paid.tendered - paid.amount, order.currency)}</span>,
    },
    paid?.kind === 'paid' && {
      name: t`Payment reference`,
      value: <span className="r-breaks r-mono">{paid.reference}</span>,
    },
    paid === undefined &&
      order.open && {
        name: t`Payment due by`,
        value: <span className="r-figures">{formats.dateTime(order.expiresAt)}</span>,
      },
    otherZone !== undefined && { name: t`Time zone`, value: otherZone },
  ]
  return <FactList facts={facts.filter((fact) => fact !== false)} />
}

/** Name and ID number of a payer; the number does not break at its hyphen. */
export function PayerName({ fullName, dni }: Pick<AnswerPayment['order'], 'fullName' | 'dni'>) {
  return (
    <>
      {fullName}
      {fullName !== '' && dni !== '' && ' · '}
      <span className="r-whole">{dni}</span>
    </>
  )
}

/** The items and the discount that make up the price, and the total. */
export function PriceLines({ order: { lines, reduction, discount, amount, currency } }: Pick<OrderProps, 'order'>) {
  const { t } = useLingui()
  const money = useMoney()
  const formats = useFormats()
  if (lines.length === 0) return null
  const columns: readonly Column<PriceLine>[] = [
    {
      head: t`Item`,
      cell: ({ name, quanty, price }) => (
        <>
          {name}
          {quanty !== 1 && (
            <span className="r-soft">
              {' '}
              {formats.number(quanty)} × {money.text(price, currency)}
            </span>
          )}
        </>
      ),
    },
    {
      head: t`Amount`,
      figures: true,
      cell: ({ quanty, price }) => money.text(quanty * price, currency),
    },
  ]
  const reductions = reduction > 0 ? [{ name: discount ?? t`Discount`, quanty: 1, price: -reduction }] : []
  const items = [...lines, ...reductions].map((line, place) => ({ ...line, place }))
  return (
    <ListTable
      dense
      headless
      label={t`Price breakdown`}
      columns={columns}
      items={items}
      keyOf={({ place }) => String(place)}
      foot={
        <tr>
          <th scope="row">
            <Trans>Total</Trans>
          </th>
          <td data-figures>{money.text(amount, currency)}</td>
        </tr>
      }
    />
  )
}

/** Names of payment methods at the desk. */
export function useDeskMethodNames(): Readonly<Record<DeskMethod, string>> {
  const { t } = useLingui()
  return { cash: t`Cash`, card: t`Card`, transfer: t`Bank transfer`, other: t`Other` }
}

/** Names of payment providers. */
export function useProviderNames(): Readonly<Record<PaymentFact['provider'], string>> {
  const { t } = useLingui()
  return { stripe: 'Stripe', 'mercado-pago': 'Mercado Pago', desk: t`at the desk` }
}
