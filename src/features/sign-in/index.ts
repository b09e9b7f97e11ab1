import { later } from '#ui/index.ts'

export { SignInForm } from './sign-in-form.tsx'
export { SignInScreen } from './sign-in-screen.tsx'

/** Only who signs in elsewhere waits for them. */
const ssoScreens = () => import('./sso-screens.tsx')
export const SsoGoScreen = later(async () => (await ssoScreens()).SsoGoScreen)
export const SsoReturnScreen = later(async () => (await ssoScreens()).SsoReturnScreen)
