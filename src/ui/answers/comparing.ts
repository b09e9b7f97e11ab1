import { later } from '../page/later.tsx'

/** Loaded on demand, because formatting every type of question needs much code. */
export const BothValues = later(async () => (await import('./both-values.tsx')).BothValues)
export const ConflictPlace = later(async () => (await import('./both-values.tsx')).ConflictPlace)
export const Differences = later(async () => (await import('./differences.tsx')).Differences)
