import { addProblemMessages, loadMessages } from '#ui/index.ts'

/** Loads the screens with their translations and problem messages. */
export async function loadIntegrations() {
  const [screens] = await Promise.all([import('./screens.ts'), loadMessages('integrations')])
  addProblemMessages(screens.INTEGRATION_MESSAGES)
  return screens
}
