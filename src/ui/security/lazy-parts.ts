import { lazyPart } from '../page/lazy-part.tsx'
import { withMessages } from '../language/i18n.ts'

const parts = () => withMessages('security', import('./parts.ts'))

/**
 * Loaded on demand with their own translations, as few users need these parts. The sign-in page does not wait for
 * them.
 */
export const LazyAddFactorForm = /* @__PURE__ */ lazyPart(async () => (await parts()).AddFactorForm)
export const LazyIdentityConfirmation = /* @__PURE__ */ lazyPart(async () => (await parts()).IdentityConfirmation)
export const LazyRecoveryCodes = /* @__PURE__ */ lazyPart(async () => (await parts()).RecoveryCodeList)
export const LazySecondStep = /* @__PURE__ */ lazyPart(async () => (await parts()).SecondStepForm)
