import { withMessages } from '#ui/index.ts'

/** Loads the search with its translations. */
export function loadSearch() {
  return withMessages('search', import('./search.tsx'))
}
