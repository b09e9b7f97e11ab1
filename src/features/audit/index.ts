import { loadMessages, withMessages } from '#ui/index.ts'

/** Loads the screen together with this module's translations. */
export async function loadAudit() {
  const [screen] = await Promise.all([withMessages('audit', import('./audit-screen.tsx')), loadMessages('roles')])
  return screen
}
