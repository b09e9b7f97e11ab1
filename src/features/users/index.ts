import { addProblemMessages, addWords } from '#ui/index.ts'

/** The screen with its words, which are a catalogue of their own, those for its own refusals among them. */
export async function loadUsers() {
  const [screen, { USER_MESSAGES }] = await Promise.all([
    import('./users-screen.tsx'),
    import('./words/problem-messages.ts'),
    addWords('users'),
  ])
  addProblemMessages(USER_MESSAGES)
  return screen
}
