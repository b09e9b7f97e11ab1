import { withMessages } from '#ui/index.ts'

/** Loads the screen together with this module's translations. */
export function loadUserRequestsScreen() {
  return withMessages('user-requests', import('./user-requests-screen.tsx'))
}
