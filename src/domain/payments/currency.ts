import type { FormTemplate } from '../templates/documents/template.ts'

export type Currency = { readonly sign: string; readonly name: string }

/** Currencies without cents (ISO 4217): amounts must be whole units. */
export const CURRENCIES_WITHOUT_CENTS: ReadonlySet<string> = new Set(
  'BIF CLP DJF GNF ISK JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF'.split(' '),
)
/** Currencies without cents that Stripe still counts in hundredths, for historical reasons. */
const HUNDREDTHS_IN_STRIPE: ReadonlySet<string> = new Set(['ISK', 'UGX'])
/** Currencies with three decimals. Amounts are in hundredths, so the third digit is the zero that Stripe requires. */
const THREE_DECIMAL_CURRENCIES: ReadonlySet<string> = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND'])

/** Currency of a form's amounts; undefined if it asks for no payment. */
export function currencyOf({ charge, ticketSale }: Pick<FormTemplate, 'charge' | 'ticketSale'>): Currency | undefined {
  return ticketSale?.currency ?? charge?.currency
}

export function hasNoCents({ name }: Currency): boolean {
  return CURRENCIES_WITHOUT_CENTS.has(name)
}

/** Checks whether an amount can be paid in the currency, i.e. needs no cents that the currency does not have. */
export function isPayableAmount(cents: number, currency: Currency): boolean {
  return !hasNoCents(currency) || cents % 100 === 0
}

/**
 * Converts hundredths to Stripe's smallest unit, which is the whole unit for most currencies without cents. @param
 * cents hundredths
 */
export function toSmallestUnit(cents: number, currency: Currency): number {
  return Math.round(cents / getHundredthsPerUnit(currency))
}

/** Converts from Stripe's smallest unit to hundredths. */
export function fromSmallestUnit(amount: number, currency: Currency): number {
  return Math.round(amount * getHundredthsPerUnit(currency))
}

/** Number of hundredths in the provider's smallest unit. */
function getHundredthsPerUnit({ name }: Currency): number {
  if (THREE_DECIMAL_CURRENCIES.has(name)) return 0.1
  return CURRENCIES_WITHOUT_CENTS.has(name) && !HUNDREDTHS_IN_STRIPE.has(name) ? 100 : 1
}
