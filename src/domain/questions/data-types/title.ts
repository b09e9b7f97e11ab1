import type { DataCodec } from '../codec.ts'
import { checkEmptyText, parseEmptyText } from './untyped.ts'

/** Heading between questions; it can only be answered by an attachment. */
export const titleCodec: DataCodec = {
  holds: 'none',
  parse: parseEmptyText,
  format: (canonical) => canonical,
  check: checkEmptyText,
}
