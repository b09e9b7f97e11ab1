import { withWords } from '#ui/index.ts'

/** The screen is loaded together with this module's translations. */
export function loadAccount() {
  return withWords('account', import('./account-screen.tsx'))
}

/** The dialog of the account menu. */
export function loadChangePassword() {
  return withWords('account', import('./change-password.tsx'))
}
