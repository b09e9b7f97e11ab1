import { lazyPartOrNone } from '#ui/index.ts'
import type { LocationAidProps } from './aid.ts'

/** Loaded with the first form that has a location. If it cannot be loaded, the location can still be typed. */
export const LazyLocationAid = lazyPartOrNone<LocationAidProps>(
  async () => (await import('./location-aid.tsx')).LocationAid,
)
