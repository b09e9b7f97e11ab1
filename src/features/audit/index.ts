import { withWords } from '#ui/index.ts'

/** The screen and the words of this room, which are a catalogue of their own, set out together. */
export function loadAudit() {
  return withWords('audit', import('./audit-screen.tsx'))
}
