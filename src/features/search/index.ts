import { withWords } from '#ui/index.ts'

/** The search with its words, which are a catalogue of their own. */
export function loadSearch() {
  return withWords('search', import('./search.tsx'))
}
