import { later } from '../page/later.tsx'
import { withWords } from '../words/i18n.ts'

const parts = () => withWords('money', import('./parts.ts'))

/** Few forms ask for money: a file of its own, with its own words. */
export const PaymentBadge = /* @__PURE__ */ later(async () => (await parts()).PaymentBadge)
export const PaymentFilter = /* @__PURE__ */ later(async () => (await parts()).PaymentFilter)
