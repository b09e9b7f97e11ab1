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

const WEB_LINK = /^https?:\/\/\S+$/i
/** A telephone number or an e-mail address, with what may follow it (`;ext=12`, `?subject=…`). */
const CONTACT_LINK = /^(?:tel:\+?[\d*#().-]{2,}(?:;\S+)?|mailto:[^\s@?]+@[^\s@?]+(?:\?\S+)?)$/i

/** Whether a link opens a page, for which it gets a tab of its own. */
export function isWebLink(link: string): boolean {
  return WEB_LINK.test(visibleText(link))
}

/** Whether a link of a form may be followed: a page, a telephone or an e-mail, and never `javascript:`. */
export function isSafeLink(link: string): boolean {
  return isWebLink(link) || CONTACT_LINK.test(visibleText(link))
}
