import { later } from '../page/later.tsx'
import { withWords } from '../words/i18n.ts'

const parts = () => withWords('security', import('./parts.ts'))

/** What few people see, and the sign-in page does not wait for: a file of its own, with its own words. */
export const AddFactor = /* @__PURE__ */ later(async () => (await parts()).AddFactor)
export const Confirm = /* @__PURE__ */ later(async () => (await parts()).Confirm)
export const RecoveryCodes = /* @__PURE__ */ later(async () => (await parts()).RecoveryCodes)
export const SecondStep = /* @__PURE__ */ later(async () => (await parts()).SecondStep)
