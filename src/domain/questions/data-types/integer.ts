import { ok, refuse, getVisibleText } from '../../kernel/index.ts'
import type { DataCodec } from '../codec.ts'
import { checkText } from '../text.ts'

const DIGITS = /^\d*$/

/**
 * Digits only, or empty (part 3, point 5). Keeps leading zeros, because meter readings and house numbers can have them.
 */
export const integerCodec: DataCodec = {
  holds: 'number',
  parse: (typed) => {
    const text = getVisibleText(typed)
    const checked = integerCodec.check(text)
    return checked.ok ? ok(text) : checked
  },
  format: (canonical) => canonical,
  check: (canonical) => (DIGITS.test(canonical) ? checkText(canonical) : refuse('value.integer')),
}
