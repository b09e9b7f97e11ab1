import { ok, refuse, getVisibleText } from '../../kernel/index.ts'
import type { DataCodec } from '../codec.ts'

const TYPED_TIME_PATTERN = /^(\d{1,2}):(\d{2})$/
const UNSEPARATED_TIME_PATTERN = /^(\d{2})(\d{2})$/
const CANONICAL = /^(?:[01]\d|2[0-3]):[0-5]\d$/

/** Time of day, 00:00 to 23:59, stored as HH:mm. Also accepts `9:05` and `0905`. */
export const timeCodec: DataCodec = {
  holds: 'time',
  parse: (typed) => {
    const text = getVisibleText(typed)
    if (text === '') return ok('')
    const [, hour = '', minute = ''] = TYPED_TIME_PATTERN.exec(text) ?? UNSEPARATED_TIME_PATTERN.exec(text) ?? []
    const canonical = `${hour.padStart(2, '0')}:${minute}`
    return CANONICAL.test(canonical) ? ok(canonical) : refuse('value.time')
  },
  format: (canonical) => canonical,
  check: (canonical) => (canonical === '' || CANONICAL.test(canonical) ? ok(undefined) : refuse('value.time')),
}
