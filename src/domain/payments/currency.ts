import type { FormTemplate } from '../templates/documents/template.ts'

export type Currency = { readonly sign: string; readonly name: string }

/** Currencies without a smaller coin (ISO 4217): an amount in hundredths of them must be whole. */
export const WHOLE: ReadonlySet<string> = new Set(
  'BIF CLP DJF GNF ISK JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF'.split(' '),
)
/** Those of them that Stripe counts in hundredths all the same, because it did when they had some. */
const WERE_DIVIDED: ReadonlySet<string> = new Set(['ISK', 'UGX'])
/** Currencies of thousandths; ours are hundredths, so the last digit that Stripe hears is the zero that it asks for. */
const IN_THOUSANDTHS: ReadonlySet<string> = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND'])

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

/** @param cents hundredths, as always @returns Stripe's smallest unit: of most currencies without cents whole units */
export function toSmallestUnit(cents: number, currency: Currency): number {
  return Math.round(cents / hundredthsOf(currency))
}

/** The way back. */
export function fromSmallestUnit(amount: number, currency: Currency): number {
  return Math.round(amount * hundredthsOf(currency))
}

/** So many hundredths are one of the provider's smallest units. */
function hundredthsOf({ name }: Currency): number {
  if (IN_THOUSANDTHS.has(name)) return 0.1
  return WHOLE.has(name) && !WERE_DIVIDED.has(name) ? 100 : 1
}
