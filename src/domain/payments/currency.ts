import type { FormTemplate } from '../documents/index.ts'

export type Currency = { readonly sign: string; readonly name: string }

/** Currencies without a smaller coin (ISO 4217), for which providers count whole units: an amount in hundredths of them must be whole. */
export const WHOLE: ReadonlySet<string> = new Set(
  'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF'.split(' '),
)

/** What a form's amounts are in; undefined where it asks for no money. */
export function currencyOf({ charge, ticketSale }: Pick<FormTemplate, 'charge' | 'ticketSale'>): Currency | undefined {
  return ticketSale?.currency ?? charge?.currency
}

export function hasNoCents({ name }: Currency): boolean {
  return WHOLE.has(name)
}

/** Whether there are coins for so many hundredths. */
export function isPayable(cents: number, currency: Currency): boolean {
  return !hasNoCents(currency) || cents % 100 === 0
}

/** @param cents hundredths, as all our amounts are @returns what providers call the smallest unit: of a currency without cents its whole units */
export function toSmallestUnit(cents: number, currency: Currency): number {
  return hasNoCents(currency) ? Math.round(cents / 100) : cents
}

/** The way back. */
export function fromSmallestUnit(amount: number, currency: Currency): number {
  return hasNoCents(currency) ? amount * 100 : amount
}
