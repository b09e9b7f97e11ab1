import type { DataCodec } from '../codec.ts'
import { checkNothing, parseNothing } from './untyped.ts'

/** Heading between questions; only an attachment can answer it. */
export const titleCodec: DataCodec = {
  holds: 'none',
  parse: parseNothing,
  format: (canonical) => canonical,
  check: checkNothing,
}
