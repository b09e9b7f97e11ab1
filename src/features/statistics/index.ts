import { withWords } from '#ui/index.ts'

export type { StatisticsSearch } from './address.ts'
export type { Slots } from './slots.ts'

/** The screen and the words of this room, which are a catalogue of their own, set out together. */
export function loadStatistics() {
  return withWords('statistics', import('./statistics-screen.tsx'))
}

export function loadGeneralStatistics() {
  return withWords('statistics', import('./general/general-screen.tsx'))
}
