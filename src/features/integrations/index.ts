import { addProblemMessages, addWords } from '#ui/index.ts'

/** The screen with its words and those for its own refusals. */
export async function loadIntegrations() {
  const [screens] = await Promise.all([import('./screens.ts'), addWords('integrations')])
  addProblemMessages(screens.INTEGRATION_MESSAGES)
  return screens
}
