import { ok, getVisibleText } from '../../kernel/index.ts'
import type { DataCodec } from '../codec.ts'

/** Hyphen-minus, and the minus signs that word processors use. */
const MINUS = /^[-−–]\s*/
const NEGATIVE = /^-(?=.*[1-9])/

/** Returns a codec that also accepts negative numbers. Removes the sign of zero: `-0` becomes `0`. */
export function allowNegatives(codec: DataCodec): DataCodec {
  return {
    holds: codec.holds,
    parse: (typed) => {
      const text = getVisibleText(typed)
      if (!MINUS.test(text)) return codec.parse(text)
      const number = codec.parse(text.replace(MINUS, ''))
      if (!number.ok) return number
      // The codec refuses a minus sign without digits.
      if (number.value === '') return codec.parse('-')
      return ok(/[1-9]/.test(number.value) ? `-${number.value}` : number.value)
    },
    format: codec.format,
    check: (canonical) => codec.check(canonical.replace(NEGATIVE, '')),
  }
}
