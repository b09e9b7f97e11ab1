import { later } from '../page/later.tsx'
import { withWords } from '../words/i18n.ts'

const parts = () => withWords('security', import('./parts.ts'))

/**
 * Loaded separately with their own translations, because few users need them and the sign-in page does not wait for
 * them.
 */
export const AddFactor = /* @__PURE__ */ later(async () => (await parts()).AddFactor)
export const Confirm = /* @__PURE__ */ later(async () => (await parts()).Confirm)
export const RecoveryCodes = /* @__PURE__ */ later(async () => (await parts()).RecoveryCodes)
export const SecondStep = /* @__PURE__ */ later(async () => (await parts()).SecondStep)
