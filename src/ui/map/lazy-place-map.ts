import { lazyPartOrNone, withMessages } from '#ui/index.ts'
import type { PlaceMapProps } from './place-map.tsx'

/** Loaded with the first place shown. If loading fails, the fields next to the map are sufficient. */
export const LazyPlaceMap = lazyPartOrNone<PlaceMapProps>(
  async () => (await withMessages('map', import('./place-map.tsx'))).PlaceMap,
)
