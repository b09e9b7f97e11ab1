import { laterOrNone, withWords } from '#ui/index.ts'
import type { PlaceMapProps } from './place-map.tsx'

/** Fetched with the first place that is shown. When it cannot be had, what stands beside it is as good. */
export const LaterPlaceMap = laterOrNone<PlaceMapProps>(
  async () => (await withWords('map', import('./place-map.tsx'))).PlaceMap,
)
