import { later } from '../page/later.tsx'
import { withWords } from '../words/i18n.ts'

/** Only of concern at the desk: a file of its own, with its own words. */
export const PendingLines = /* @__PURE__ */ later(
  async () => (await withWords('pending', import('./pending-lines.tsx'))).PendingLines,
)
