import { withMessages } from '#ui/index.ts'

/** Loads the screen together with this module's translations. */
export function loadAccount() {
  return withMessages('account', import('./account-screen.tsx'))
}

/** Loads the dialog that the account menu opens. */
export function loadChangePassword() {
  return withMessages('account', import('./change-password.tsx'))
}
