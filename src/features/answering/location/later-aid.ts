import { laterOrNone } from '#ui/index.ts'
import type { LocationAidProps } from './aid.ts'

/** Fetched with the first form that asks where. When it cannot be had, the fields are as good. */
export const LaterLocationAid = laterOrNone<LocationAidProps>(
  async () => (await import('./location-aid.tsx')).LocationAid,
)
