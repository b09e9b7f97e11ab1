import { withMessages } from '#ui/index.ts'

/** Loads the screen together with this module's translations. */
export function loadFormsList() {
  return withMessages('forms-list', import('./forms-list-screen.tsx'))
}
