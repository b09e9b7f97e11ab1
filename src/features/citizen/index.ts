import { withMessages } from '#ui/index.ts'

export type { CitizenScreens, Entrance } from './citizen-pages.tsx'
export { citizenPath, parseCitizenPath, isEmailToken, publicSavedPath, type CitizenRoute } from './citizen-place.ts'

/** Loads the citizens' pages, whose entry point is separate from the staff app and the public pages. */
export function loadCitizenPages() {
  return withMessages('citizen', import('./citizen-pages.tsx'))
}
