import { withWords } from '#ui/index.ts'

export type { StepDialogs } from './first-steps.tsx'

/** The guided page, with its words. Who composes the app hands it the dialogs of the rooms that it leads through. */
export function loadFirstSteps() {
  return withWords('first-steps', import('./first-steps.tsx'))
}
