import { withMessages } from '#ui/index.ts'

/** Loads the screen together with this module's translations. */
export function loadSyncCentre() {
  return withMessages('sync-centre', import('./sync-centre-screen.tsx'))
}
