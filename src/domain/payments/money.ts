import { getLanguageTag } from '../kernel/languages.ts'
import { hasNoCents, type Currency } from './currency.ts'
import { parseCents, type DecimalSeparator } from './amount.ts'

/** Formats and reads amounts in whole cents. */
export type MoneyFormat = {
  /** `1.250,50` for an input field; `1.250` for currencies without cents */
  amount(cents: number, currency?: Currency): string
  /** with the form's currency sign, placed as in the language: `1.250,50 €`, `−$ 1.250,50`, `UYU 850,00` */
  text(cents: number, currency: Currency): string
  /** whole cents of a typed amount; undefined if invalid */
  read(text: string): number | undefined
}

/** Money format of a language. @param language a code of LANGUAGES, or a BCP 47 tag */
export function createMoneyFormat(language: string): MoneyFormat {
  const tag = getLanguageTag(language)
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
    text: (cents, currency) =>
      `${cents < 0 ? '−' : ''}${withCurrencySymbol(tag, currency, amount(Math.abs(cents), currency))}`,
    read: (text) => parseCents(text, decimal satisfies DecimalSeparator),
  }
}

/** Returns whether a currency is shown by its code. A bare $ is the peso of Argentina. */
function isShownByCode({ name, sign }: Currency): boolean {
  return /^[A-Z]{3}$/.test(name) && (sign === name || (sign.trim() === '$' && name !== 'ARS'))
}

/** Returns the sign that is shown next to amounts of a currency: `$`, `€`, `UYU`. */
export function formatCurrencySign(currency: Currency): string {
  return isShownByCode(currency) ? currency.name : currency.sign
}

/** Adds the currency sign (`formatCurrencySign`) before or after the amount, as usual in the language and country. */
function withCurrencySymbol(tag: string, currency: Currency, amount: string): string {
  const { name, sign } = currency
  if (!/^[A-Z]{3}$/.test(name)) return `${amount} ${sign}`
  // A currency code starts with its country code. The country decides the position of the sign: $ 12 in Argentina, 12 €
  // in Spain.
  const parts = new Intl.NumberFormat(new Intl.Locale(tag, { region: name.slice(0, 2) }), {
    style: 'currency',
    currency: name,
    currencyDisplay: isShownByCode(currency) ? 'code' : 'narrowSymbol',
    maximumFractionDigits: 0,
  }).formatToParts(1)
  const replaced: Readonly<Record<string, string>> = { currency: formatCurrencySign(currency), integer: amount }
  return parts.map(({ type, value }) => replaced[type] ?? value).join('')
}
