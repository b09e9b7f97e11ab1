import type { DeskMethod } from './documents/order.ts'
import { MAX_ORDER_CENTS } from './documents/payment.ts'

/** Decimal separator of a language. */
export type DecimalSeparator = '.' | ','

const UNGROUPED = /^\d+(?:[.,]\d{0,2})?$/
/** Amounts with grouped thousands and optional cents, by decimal separator. */
const GROUPED: Readonly<Record<DecimalSeparator, RegExp>> = {
  ',': /^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d{0,2})?$/,
  '.': /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d{0,2})?$/,
}
/** Three digits after a single separator: thousands or a fraction, depending on the language. */
const ONE_GROUP = /^\d+[.,]\d{3}$/

/**
 * Parses a typed amount: `1.250,50`, `1250.5`, `$ 1,250`. The digits after a separator determine its meaning; if they
 * are ambiguous (`1.250`), the language does.
 * @returns whole cents; undefined if invalid, with more than two decimals or above `MAX_ORDER_CENTS`
 */
export function parseCents(text: string, decimal: DecimalSeparator): number | undefined {
  const typed = text.replaceAll(/[\s\p{Sc}]/gu, '')
  const sign = findDecimalSign(typed, decimal)
  if (sign === undefined && !UNGROUPED.test(typed)) return undefined
  const [fullText = '', fraction = ''] =
    sign === undefined ? typed.split(/[.,]/) : typed.replaceAll(sign === ',' ? '.' : ',', '').split(sign)
  const cents = Number(fullText) * 100 + Number(fraction.padEnd(2, '0'))
  return cents <= MAX_ORDER_CENTS ? cents : undefined
}

/** Decimal sign of an amount with grouped thousands; undefined if it has no groups. */
function findDecimalSign(typed: string, decimal: DecimalSeparator): DecimalSeparator | undefined {
  if (GROUPED[decimal].test(typed)) return decimal
  const foreign = decimal === ',' ? '.' : ','
  return GROUPED[foreign].test(typed) && !ONE_GROUP.test(typed) ? foreign : undefined
}

/** Payment at the desk: amount due and cash handed over, in cents. */
type Tender = { readonly method?: DeskMethod | undefined; readonly amount: number; readonly tendered: number }

/**
 * Returns the change to give back, in cents, never negative. Null if less was handed over than is due, if more than
 * `MAX_ORDER_CENTS` was handed over, or for methods other than cash, which give no change.
 */
export function computeCashChange({ method, amount, tendered }: Tender): number | null {
  const isWhole = Number.isInteger(tendered) && tendered <= MAX_ORDER_CENTS
  return method === 'cash' && isWhole && tendered >= amount ? tendered - amount : null
}
