import { withWords } from '#ui/index.ts'

export type { Whereabouts } from './clusters/cluster-view.ts'
export { openClusters, type OpenClusters } from './clusters/open-clusters.ts'
export type { MapMark } from './point-marks.ts'
export { LaterPlaceMap } from './later-place-map.ts'
export { useMap, useMapCentre } from './use-map.ts'
export { usePublicMap } from './use-public-map.ts'

/** Loads Leaflet and this module's translations with the first map. */
export function loadClusterMap() {
  return withWords('map', import('./clusters/cluster-map.tsx'))
}
