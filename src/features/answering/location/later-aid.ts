import { laterOrNone } from '#ui/index.ts'
import type { LocationAidProps } from './aid.ts'

/** Loaded with the first form that has a location; optional beside the fields. */
export const LaterLocationAid = laterOrNone<LocationAidProps>(
  async () => (await import('./location-aid.tsx')).LocationAid,
)
