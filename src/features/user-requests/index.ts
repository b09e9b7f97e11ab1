import { withWords } from '#ui/index.ts'

/** The screen is loaded together with this module's translations. */
export function loadUserRequests() {
  return withWords('user-requests', import('./user-requests-screen.tsx'))
}
