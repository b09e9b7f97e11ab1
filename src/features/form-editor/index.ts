import { addProblemMessages, addWords, withWords } from '#ui/index.ts'

/** The gallery of ready-made forms for other screens, with its translations. */
export function loadGallery() {
  return withWords('form-editor', import('./gallery/gallery.tsx'))
}

/** The screen with its own translations, including its problem messages. */
export async function loadFormEditor() {
  const [screen, { EDITOR_MESSAGES }] = await Promise.all([
    import('./form-editor-screen.tsx'),
    import('./words/problem-messages.ts'),
    addWords('form-editor'),
  ])
  addProblemMessages(EDITOR_MESSAGES)
  return screen
}
