import { addProblemMessages, addWords } from '#ui/index.ts'

/** The screen with its translations, including its problem messages. */
export async function loadIntegrations() {
  const [screens] = await Promise.all([import('./screens.ts'), addWords('integrations')])
  addProblemMessages(screens.INTEGRATION_MESSAGES)
  return screens
}
