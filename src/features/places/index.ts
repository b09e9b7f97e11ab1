import { addProblemMessages, addWords } from '#ui/index.ts'

/** Loads the screens for administrators of places, with translations and problem messages. */
export async function loadPlaces() {
  const [screens] = await Promise.all([import('./screens.ts'), addWords('places')])
  addProblemMessages(screens.PLACES_MESSAGES)
  return screens
}
