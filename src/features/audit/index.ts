import { addWords, withWords } from '#ui/index.ts'

/** The screen is loaded together with this module's translations. */
export async function loadAudit() {
  const [screen] = await Promise.all([withWords('audit', import('./audit-screen.tsx')), addWords('roles')])
  return screen
}
