import { withMessages } from '#ui/index.ts'

export type { StepDialogs } from './first-steps.tsx'

/** Loads the setup guide with its translations. */
export function loadFirstSteps() {
  return withMessages('first-steps', import('./first-steps.tsx'))
}
