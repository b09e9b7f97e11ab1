import { withWords } from '#ui/index.ts'

/** The search with its own translations. */
export function loadSearch() {
  return withWords('search', import('./search.tsx'))
}
