import { withMessages } from '#ui/index.ts'

/** Loads the screen together with this module's translations. */
export function loadUserRequests() {
  return withMessages('user-requests', import('./user-requests-screen.tsx'))
}
