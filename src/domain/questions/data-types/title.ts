import type { DataCodec } from '../codec.ts'
import { checkNothing, parseNothing } from './untyped.ts'

/** Heading between questions; it can only be answered by an attachment. */
export const titleCodec: DataCodec = {
  holds: 'none',
  parse: parseNothing,
  format: (canonical) => canonical,
  check: checkNothing,
}
