import { withWords } from '#ui/index.ts'

/** Loads the screen together with this module's translations. */
export function loadUserRequests() {
  return withWords('user-requests', import('./user-requests-screen.tsx'))
}
