import { withWords } from '#ui/index.ts'

export type { CitizenRooms, Entrance } from './citizen-pages.tsx'
export { citizenPath, citizenPlaceOf, isOfLetter, publicSavedPath, type CitizenPlace } from './citizen-place.ts'

/** The pages of citizens: an entry of their own, beside the app of the staff and the pages of the public. */
export function loadCitizenPages() {
  return withWords('citizen', import('./citizen-pages.tsx'))
}
