import { later } from '../page/later.tsx'
import { withWords } from '../words/i18n.ts'

/** Few forms ask for money: its words are a catalogue of their own. */
export const PaymentBadge = /* @__PURE__ */ later(
  async () => (await withWords('money', import('./payment-badge.tsx'))).PaymentBadge,
)
export const PaymentFilter = /* @__PURE__ */ later(
  async () => (await withWords('money', import('./payment-filter.tsx'))).PaymentFilter,
)
