import { ok, refuse, visibleText } from '../../kernel/index.ts'
import type { DataCodec } from '../codec.ts'
import { checkText } from '../text.ts'

const CANONICAL = /^(?:\d+(?:,\d{1,2})?)?$/

/** Languages that write a decimal point. */
const WITH_POINT = /^(?:en|ja)/

/**
 * Digits with an optional comma and up to two decimals (part 3, point 5). A point is read as a comma, because number
 * pads may have only the point; `1.234` then has three decimals and is refused. A trailing comma is dropped. English
 * readers see a point.
 */
export const decimalCodec: DataCodec = {
  holds: 'number',
  parse: (typed) => {
    const text = visibleText(typed).replace('.', ',').replace(/,$/, '')
    const checked = decimalCodec.check(text)
    return checked.ok ? ok(text) : checked
  },
  format: (canonical, language = '') =>
    WITH_POINT.test(language) && CANONICAL.test(canonical) ? canonical.replace(',', '.') : canonical,
  check: (canonical) => (CANONICAL.test(canonical) ? checkText(canonical) : refuse('value.decimal')),
}
