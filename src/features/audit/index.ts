import { addWords, withWords } from '#ui/index.ts'

/** Loads the screen together with this module's translations. */
export async function loadAudit() {
  const [screen] = await Promise.all([withWords('audit', import('./audit-screen.tsx')), addWords('roles')])
  return screen
}
