import { later } from '#ui/index.ts'

/** Few open the map. */
export const AnswersMap = later(async () => (await import('./answers-map.tsx')).AnswersMap)
