export { IntegrationsScreen } from './integrations-screen.tsx'
export { INTEGRATION_MESSAGES } from './problem-messages.ts'
