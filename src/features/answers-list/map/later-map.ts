import { later } from '#ui/index.ts'

/** Loaded on demand, as few users open the map. */
export const AnswersMap = later(async () => (await import('./answers-map.tsx')).AnswersMap)
