import { withWords } from '#ui/index.ts'

/** The screen is loaded together with this module's translations. */
export function loadFormsList() {
  return withWords('forms-list', import('./forms-list-screen.tsx'))
}
