import { addProblemMessages, addWords } from '#ui/index.ts'

/** The screens, which the same person opens one after the other, with their words and those for their own refusals. */
export async function loadPlaces() {
  const [screens] = await Promise.all([import('./screens.ts'), addWords('places')])
  addProblemMessages(screens.PLACES_MESSAGES)
  return screens
}
