import { withMessages } from '#ui/index.ts'

export type { AnswersListSlots } from './answers-list-slots.ts'

/** Loads the screen together with this module's translations. */
export function loadStatisticsScreen() {
  return withMessages('statistics', import('./statistics-screen.tsx'))
}

export function loadGeneralStatistics() {
  return withMessages('statistics', import('./general/general-screen.tsx'))
}
