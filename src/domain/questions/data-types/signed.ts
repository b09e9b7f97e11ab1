import { ok, visibleText } from '../../kernel/index.ts'
import type { DataCodec } from '../codec.ts'

/** Hyphen, as keyboards have it, and the signs that word processors make of it. */
const MINUS = /^[-−–]\s*/
const NEGATIVE = /^-(?=.*[1-9])/

/** The same numbers with a minus before them, where the question allows it. Nothing and zero have none: `-0` is 0. */
export function signed(codec: DataCodec): DataCodec {
  return {
    holds: codec.holds,
    parse: (typed) => {
      const text = visibleText(typed)
      if (!MINUS.test(text)) return codec.parse(text)
      const number = codec.parse(text.replace(MINUS, ''))
      if (!number.ok) return number
      // A minus with nothing behind it is refused in the words of the codec.
      if (number.value === '') return codec.parse('-')
      return ok(/[1-9]/.test(number.value) ? `-${number.value}` : number.value)
    },
    format: codec.format,
    check: (canonical) => codec.check(canonical.replace(NEGATIVE, '')),
  }
}
