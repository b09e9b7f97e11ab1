import { addProblemMessages, loadMessages } from '#ui/index.ts'

/** Loads the screens for administrators of places, with translations and problem messages. */
export async function loadPlaces() {
  const [screens] = await Promise.all([import('./screens.ts'), loadMessages('places')])
  addProblemMessages(screens.PLACES_MESSAGES)
  return screens
}
