import { addProblemMessages, addWords } from '#ui/index.ts'

/** The screen with its words, which are a catalogue of their own, those for its own refusals among them. */
export async function loadFormEditor() {
  const [screen, { EDITOR_MESSAGES }] = await Promise.all([
    import('./form-editor-screen.tsx'),
    import('./words/problem-messages.ts'),
    addWords('form-editor'),
  ])
  addProblemMessages(EDITOR_MESSAGES)
  return screen
}
