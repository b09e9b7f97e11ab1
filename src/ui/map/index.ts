import { withMessages } from '#ui/index.ts'

export { openClusters, type MapPosition, type OpenClusters } from './clusters/cluster-view.ts'
export type { MapMark } from './point-marks.ts'
export { LazyPlaceMap } from './lazy-place-map.ts'
export { useMap, useMapCentre } from './use-map.ts'
export { usePublicMap } from './use-public-map.ts'

/** Loads Leaflet and this module's translations with the first map. */
export function loadClusterMap() {
  return withMessages('map', import('./clusters/cluster-map.tsx'))
}
