import { hasNoCents, type Currency } from './currency.ts'
import { readCents, type DecimalSign } from './amount.ts'

/** Amounts are whole cents. */
export type Money = {
  /** `1.250,50`, as it stands in a field; a currency without cents has none: `1.250` */
  amount(cents: number, currency?: Currency): string
  /** with the author's sign, where people write it: `1.250,50 €`, `$ 1.250,50` */
  text(cents: number, currency: Currency): string
  /** whole cents of what was typed; undefined: no amount */
  read(text: string): number | undefined
}

/** How amounts are written in a language. @param tag BCP 47 */
export function moneyIn(tag: string): Money {
  const [whole, exact] = [0, 2].map(
    (digits) =>
      new Intl.NumberFormat(tag, {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
        useGrouping: 'always',
      }),
  )
  const decimal = exact?.formatToParts(0.5).some(({ type, value }) => type === 'decimal' && value === ',') ? ',' : '.'
  const amount = (cents: number, currency?: Currency): string => {
    const isWhole = currency !== undefined && hasNoCents(currency) && cents % 100 === 0
    return (isWhole ? whole : exact)?.format(cents / 100) ?? ''
  }
  return {
    amount,
    text: (cents, currency) => around(tag, currency, amount(cents, currency)),
    read: (text) => readCents(text, decimal satisfies DecimalSign),
  }
}

/** An amount with its sign before or behind it. */
function around(tag: string, { name, sign }: Currency, amount: string): string {
  if (!/^[A-Z]{3}$/.test(name)) return `${amount} ${sign}`
  // A currency's code begins with its country's; countries of one language differ: $ 12 in Argentina, 12 € in Spain.
  const parts = new Intl.NumberFormat(`${tag}-${name.slice(0, 2)}`, {
    style: 'currency',
    currency: name,
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: 0,
  }).formatToParts(1)
  return parts.map(({ type, value }) => (type === 'currency' ? sign : type === 'integer' ? amount : value)).join('')
}
