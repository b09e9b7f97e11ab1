import { addProblemMessages, addWords } from '#ui/index.ts'

/** The screen with its own translations, including its problem messages. */
export function loadAreas() {
  return withAreaWords(import('./areas-screen.tsx'))
}

/** The dialog alone, for another screen. */
export function loadAreaDialog() {
  return withAreaWords(import('./area-dialog.tsx'))
}

async function withAreaWords<Room>(room: Promise<Room>): Promise<Room> {
  const [loaded, { AREA_MESSAGES }] = await Promise.all([room, import('./problem-messages.ts'), addWords('areas')])
  addProblemMessages(AREA_MESSAGES)
  return loaded
}
