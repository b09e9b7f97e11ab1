import { addProblemMessages, loadMessages, withMessages } from '#ui/index.ts'

/** Loads the gallery of ready-made forms with its translations, for other screens. */
export function loadGallery() {
  return withMessages('form-editor', import('./gallery/gallery.tsx'))
}

/** Loads the editor with its translations and problem messages. */
export async function loadFormEditor() {
  const [screen, { EDITOR_MESSAGES }] = await Promise.all([
    import('./form-editor-screen.tsx'),
    import('./messages/problem-messages.ts'),
    loadMessages('form-editor'),
  ])
  addProblemMessages(EDITOR_MESSAGES)
  return screen
}
