import { withWords } from '#ui/index.ts'

/** Loads the search with its translations. */
export function loadSearch() {
  return withWords('search', import('./search.tsx'))
}
