import { lazyPartOrNone } from '#ui/index.ts'
import type { LocationAidProps } from './aid.ts'

/** Loaded with the first form that has a location. Without this component the location can still be typed. */
export const LazyLocationAid = lazyPartOrNone<LocationAidProps>(
  async () => (await import('./location-aid.tsx')).LocationAid,
)
