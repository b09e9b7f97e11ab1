import { lazyPart } from '../page/lazy-part.tsx'

/** Loaded on demand, because formatting every type of question needs much code. */
export const LazyConflictValues = lazyPart(async () => (await import('./both-values.tsx')).ConflictValues)
export const LazyConflictPlace = lazyPart(async () => (await import('./both-values.tsx')).ConflictPlace)
export const LazyAnswerDifferences = lazyPart(async () => (await import('./differences.tsx')).AnswerDifferences)
