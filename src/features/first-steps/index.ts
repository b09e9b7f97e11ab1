import { withWords } from '#ui/index.ts'

export type { StepDialogs } from './first-steps.tsx'

/** The setup guide with its translations. The app provides the dialogs of other modules. */
export function loadFirstSteps() {
  return withWords('first-steps', import('./first-steps.tsx'))
}
