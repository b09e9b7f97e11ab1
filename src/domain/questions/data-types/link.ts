import { getVisibleText } from '../../kernel/index.ts'
import type { DataCodec } from '../codec.ts'
import { checkEmptyText, parseEmptyText } from './untyped.ts'

/** Link that a form shows; the question can only be answered by an attachment. */
export const linkCodec: DataCodec = {
  holds: 'none',
  parse: parseEmptyText,
  format: (canonical) => canonical,
  check: checkEmptyText,
}

const WEB_LINK = /^https?:\/\/\S+$/i
/** Telephone number or e-mail address with optional parameters (`;ext=12`, `?subject=…`). */
const CONTACT_LINK = /^(?:tel:\+?[\d*#().-]{2,}(?:;\S+)?|mailto:[^\s@?]+@[^\s@?]+(?:\?\S+)?)$/i

/** Checks whether a link leads to a web page, which is opened in a new tab. */
export function isWebLink(link: string): boolean {
  return WEB_LINK.test(getVisibleText(link))
}

/** Checks whether a form's link is safe: web page, telephone or e-mail, never `javascript:`. */
export function isSafeLink(link: string): boolean {
  return isWebLink(link) || CONTACT_LINK.test(getVisibleText(link))
}
