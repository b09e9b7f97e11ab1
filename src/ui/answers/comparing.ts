import { later } from '../page/later.tsx'

/** Loaded with the first answer that needs them, because they format every type of question. */
export const BothValues = later(async () => (await import('./both-values.tsx')).BothValues)
export const ConflictPlace = later(async () => (await import('./both-values.tsx')).ConflictPlace)
export const Differences = later(async () => (await import('./differences.tsx')).Differences)
