import { withWords } from '#ui/index.ts'

/** The screen sets out together with the words of this room, which are a catalogue of their own. */
export function loadUserRequests() {
  return withWords('user-requests', import('./user-requests-screen.tsx'))
}
