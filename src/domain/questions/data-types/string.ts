import { ok } from '../../kernel/index.ts'
import type { DataCodec } from '../codec.ts'
import { checkText } from '../text.ts'

/** Free text, stored exactly as typed. */
export const stringCodec: DataCodec = {
  holds: 'text',
  parse: (typed) => {
    const checked = checkText(typed)
    return checked.ok ? ok(typed) : checked
  },
  format: (canonical) => canonical,
  check: checkText,
}
