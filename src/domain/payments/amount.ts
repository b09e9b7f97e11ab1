import { MAX_ORDER_CENTS } from './documents/payment.ts'

/** What stands before the cents in a language. */
export type DecimalSign = '.' | ','

const PLAIN = /^\d+(?:[.,]\d{0,2})?$/
/** By the decimal sign: thousands in groups, then the cents. */
const GROUPED: Readonly<Record<DecimalSign, RegExp>> = {
  ',': /^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d{0,2})?$/,
  '.': /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d{0,2})?$/,
}
/** One sign before three digits is a group or a fraction, as the language has it. */
const ONE_GROUP = /^\d+[.,]\d{3}$/

/**
 * Reads an amount as typed: `1.250,50`, `1250.5`, `$ 1,250`. What follows a sign tells which one is meant; where it
 * does not (`1.250`), the language decides.
 * @returns whole cents; undefined for what is no amount, has more than two decimals or is beyond `MAX_ORDER_CENTS`
 */
export function readCents(text: string, decimal: DecimalSign): number | undefined {
  const typed = text.replaceAll(/[\s\p{Sc}]/gu, '')
  const foreign = decimal === ',' ? '.' : ','
  const sign = GROUPED[decimal].test(typed)
    ? decimal
    : GROUPED[foreign].test(typed) && !ONE_GROUP.test(typed)
      ? foreign
      : undefined
  if (sign === undefined && !PLAIN.test(typed)) return undefined
  const [whole = '', fraction = ''] =
    sign === undefined ? typed.split(/[.,]/) : typed.replaceAll(sign === ',' ? '.' : ',', '').split(sign)
  const cents = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  return cents <= MAX_ORDER_CENTS ? cents : undefined
}
