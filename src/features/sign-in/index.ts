export { SignInForm } from './sign-in-form.tsx'
export { SignInScreen } from './sign-in-screen.tsx'
export { SsoGoScreen, SsoReturnScreen } from './sso-screens.tsx'
