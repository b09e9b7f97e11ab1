import { visibleText } from '../../kernel/index.ts'
import type { DataCodec } from '../codec.ts'
import { checkNothing, parseNothing } from './untyped.ts'

/** Shows an address to follow; only an attachment can answer it. */
export const linkCodec: DataCodec = {
  holds: 'none',
  parse: parseNothing,
  format: (canonical) => canonical,
  check: checkNothing,
}

const SAFE_LINK = /^https?:\/\/[^\s]+$/i

/** Whether a link of a form may be followed: http(s) only, so that no template can smuggle in `javascript:`. */
export function isSafeLink(link: string): boolean {
  return SAFE_LINK.test(visibleText(link))
}
