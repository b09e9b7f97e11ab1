import { withWords } from '#ui/index.ts'

/** The screen sets out together with the words of this room, which are a catalogue of their own. */
export function loadAccount() {
  return withWords('account', import('./account-screen.tsx'))
}

/** The dialog of the account's menu. */
export function loadChangePassword() {
  return withWords('account', import('./change-password.tsx'))
}
