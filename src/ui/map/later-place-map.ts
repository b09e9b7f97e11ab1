import { laterOrNone, withWords } from '#ui/index.ts'
import type { PlaceMapProps } from './place-map.tsx'

/** Loaded with the first place shown. If it cannot be loaded, the fields next to it are sufficient. */
export const LaterPlaceMap = laterOrNone<PlaceMapProps>(
  async () => (await withWords('map', import('./place-map.tsx'))).PlaceMap,
)
