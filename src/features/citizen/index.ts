import { withWords } from '#ui/index.ts'

export type { CitizenRooms, Entrance } from './citizen-pages.tsx'
export { citizenPath, citizenPlaceOf, isOfLetter, publicSavedPath, type CitizenPlace } from './citizen-place.ts'

/** Loads the citizens' pages. They have their own entry point, separate from the staff app and the public pages. */
export function loadCitizenPages() {
  return withWords('citizen', import('./citizen-pages.tsx'))
}
