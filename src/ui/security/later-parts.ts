import { later } from '../page/later.tsx'
import { withWords } from '../words/i18n.ts'

const parts = () => withWords('security', import('./parts.ts'))

/**
 * Loaded on demand with their own translations, as few users need these parts. The sign-in page does not wait for
 * them.
 */
export const AddFactor = /* @__PURE__ */ later(async () => (await parts()).AddFactor)
export const Confirm = /* @__PURE__ */ later(async () => (await parts()).Confirm)
export const RecoveryCodes = /* @__PURE__ */ later(async () => (await parts()).RecoveryCodes)
export const SecondStep = /* @__PURE__ */ later(async () => (await parts()).SecondStep)
