import { ok, refuse, getVisibleText } from '../../kernel/index.ts'
import type { DataCodec } from '../codec.ts'
import { checkText } from '../text.ts'

const CANONICAL = /^(?:\d+(?:,\d{1,2})?)?$/

/** Languages that use a decimal point. */
const WITH_POINT = /^(?:en|ja)/

/**
 * Digits with an optional comma and up to two decimals (part 3, point 5). A typed point counts as a comma, because
 * number pads may have only a point; `1.234` therefore has three decimals and is refused. Drops a trailing comma. Shown
 * with a point in languages that use it.
 */
export const decimalCodec: DataCodec = {
  holds: 'number',
  parse: (typed) => {
    const text = getVisibleText(typed).replace('.', ',').replace(/,$/, '')
    const checked = decimalCodec.check(text)
    return checked.ok ? ok(text) : checked
  },
  format: (canonical, language = '') =>
    WITH_POINT.test(language) && CANONICAL.test(canonical) ? canonical.replace(',', '.') : canonical,
  check: (canonical) => (CANONICAL.test(canonical) ? checkText(canonical) : refuse('value.decimal')),
}
