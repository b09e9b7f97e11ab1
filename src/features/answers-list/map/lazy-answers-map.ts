import { lazyPart } from '#ui/index.ts'

/** Loaded on demand, as few users open the map. */
export const LazyAnswersMap = lazyPart(async () => (await import('./answers-map.tsx')).AnswersMap)
