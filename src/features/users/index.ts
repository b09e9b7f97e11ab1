import { addProblemMessages, loadMessages } from '#ui/index.ts'

/** Loads the screen with its translations and problem messages. */
export function loadUsersScreen() {
  return withUserMessages(import('./users-screen.tsx'))
}

/** Loads the dialog that adds a user, for other screens. */
export function loadCreateUserDialog() {
  return withUserMessages(import('./create-dialog.tsx'))
}

async function withUserMessages<Room>(room: Promise<Room>): Promise<Room> {
  const [loaded, { USER_MESSAGES }] = await Promise.all([
    room,
    import('./messages/problem-messages.ts'),
    loadMessages('users'),
    loadMessages('roles'),
  ])
  addProblemMessages(USER_MESSAGES)
  return loaded
}
