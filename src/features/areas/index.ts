import { addProblemMessages, addWords } from '#ui/index.ts'

/** The screen with its words, which are a catalogue of their own, those for its own refusals among them. */
export async function loadAreas() {
  const [screen, { AREA_MESSAGES }] = await Promise.all([
    import('./areas-screen.tsx'),
    import('./problem-messages.ts'),
    addWords('areas'),
  ])
  addProblemMessages(AREA_MESSAGES)
  return screen
}
