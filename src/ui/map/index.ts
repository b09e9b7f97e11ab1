import { withMessages } from '#ui/index.ts'

export type { MapPosition } from './clusters/cluster-view.ts'
export { openClusters, type OpenClusters } from './clusters/open-clusters.ts'
export type { MapMark } from './point-marks.ts'
export { LazyPlaceMap } from './later-place-map.ts'
export { useMap, useMapCentre } from './use-map.ts'
export { usePublicMap } from './use-public-map.ts'

/** Loads Leaflet and this module's translations with the first map. */
export function loadClusterMap() {
  return withMessages('map', import('./clusters/cluster-map.tsx'))
}
