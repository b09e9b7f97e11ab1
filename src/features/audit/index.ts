import { addWords, withWords } from '#ui/index.ts'

/** The screen and the words of this room, which are a catalogue of their own, set out together. */
export async function loadAudit() {
  const [screen] = await Promise.all([withWords('audit', import('./audit-screen.tsx')), addWords('roles')])
  return screen
}
