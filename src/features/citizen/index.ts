import { withMessages } from '#ui/index.ts'

export type { CitizenScreens, VisitState } from './citizen-pages.tsx'
export {
  buildCitizenPath,
  parseCitizenPath,
  isEmailToken,
  findPublicSavedPath,
  type CitizenPageRoute,
} from './citizen-place.ts'

/** Loads the citizens' pages, whose entry point is separate from the staff app and the public pages. */
export function loadCitizenPages() {
  return withMessages('citizen', import('./citizen-pages.tsx'))
}
