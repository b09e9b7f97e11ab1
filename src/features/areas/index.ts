import { addProblemMessages, loadMessages } from '#ui/index.ts'

/** Loads the screen with its translations and problem messages. */
export function loadAreas() {
  return withAreaWords(import('./areas-screen.tsx'))
}

/** Loads only the dialog, for other screens. */
export function loadAreaDialog() {
  return withAreaWords(import('./area-dialog.tsx'))
}

async function withAreaWords<Room>(room: Promise<Room>): Promise<Room> {
  const [loaded, { AREA_MESSAGES }] = await Promise.all([room, import('./problem-messages.ts'), loadMessages('areas')])
  addProblemMessages(AREA_MESSAGES)
  return loaded
}
