import { later } from '../page/later.tsx'

/** Puts values into words and so knows every type of question: it comes with the first answer that needs it. */
export const BothValues = later(async () => (await import('./both-values.tsx')).BothValues)
export const ConflictPlace = later(async () => (await import('./both-values.tsx')).ConflictPlace)
export const Differences = later(async () => (await import('./differences.tsx')).Differences)
