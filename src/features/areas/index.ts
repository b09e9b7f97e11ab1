import { addProblemMessages, loadMessages } from '#ui/index.ts'

/** Loads the screen with its translations and problem messages. */
export function loadAreas() {
  return withAreaMessages(import('./areas-screen.tsx'))
}

/** Loads only the dialog, for other screens. */
export function loadAreaDialog() {
  return withAreaMessages(import('./area-dialog.tsx'))
}

async function withAreaMessages<Room>(room: Promise<Room>): Promise<Room> {
  const [loaded, { AREA_MESSAGES }] = await Promise.all([room, import('./problem-messages.ts'), loadMessages('areas')])
  addProblemMessages(AREA_MESSAGES)
  return loaded
}
