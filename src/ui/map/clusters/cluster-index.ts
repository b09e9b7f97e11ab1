import Supercluster from 'supercluster'
import { MAP_MAX_ZOOM, MAP_MIN_ZOOM, type AnswerId } from '#domain/kernel/index.ts'
import type { AnswerPoint } from '#domain/answers/index.ts'

/** Pixels within which places become one. */
const RADIUS = 64
/** Of places that no zoom tells apart, so many are gone through one by one. */
export const MOST_GONE_THROUGH = 500

/** What stands at a place of the map: one answer, or how many. */
export type Mark = {
  readonly longitude: number
  readonly latitude: number
} & (
  | { readonly kind: 'answer'; readonly id: AnswerId }
  | {
      readonly kind: 'cluster'
      readonly cluster: number
      readonly count: number
      /** the zoom at which it falls apart; null: no zoom does */
      readonly opensAt: number | null
    }
)

/** west, south, east, north in degrees */
export type Box = readonly [west: number, south: number, east: number, north: number]

type Of = { readonly id: AnswerId }

/** The index is made anew when twice as many points are here, and when all are, so that the first stand early. */
export function createClusters() {
  let points: Supercluster.PointFeature<Of>[] = []
  let coming: Supercluster.PointFeature<Of>[] = []
  let index = emptyIndex()
  let indexed = 0

  const rebuild = (): void => {
    // A list of its own: it tells its clusters by how many points it was given.
    index = emptyIndex().load([...points])
    indexed = points.length
  }

  return {
    /** @returns how many points there are now, and whether what is shown changes with them */
    add: (stretch: readonly AnswerPoint[], isLast: boolean) => {
      points.push(...stretch.map(featureOf))
      const isDue = points.length !== indexed && (isLast || points.length >= 2 * indexed)
      if (isDue) rebuild()
      return { count: points.length, changed: isDue }
    },

    /** The same points asked anew: what is shown stays until the last. @returns as `add` does, of what is shown */
    renew: (stretch: readonly AnswerPoint[], isFirst: boolean, isLast: boolean) => {
      if (isFirst) coming = []
      coming.push(...stretch.map(featureOf))
      if (!isLast) return { count: points.length, changed: false }
      const isChanged = !areTheSame(coming, points)
      points = coming
      coming = []
      if (isChanged) rebuild()
      return { count: points.length, changed: isChanged }
    },

    within: ([west, south, east, north]: Box, zoom: number): readonly Mark[] =>
      index.getClusters([west, south, east, north], zoom).map((feature): Mark => {
        const [longitude = 0, latitude = 0] = feature.geometry.coordinates
        if (!('cluster' in feature.properties))
          return { longitude, latitude, kind: 'answer', id: feature.properties.id }
        const { cluster_id: cluster, point_count: count } = feature.properties
        const opensAt = index.getClusterExpansionZoom(cluster)
        return {
          longitude,
          latitude,
          kind: 'cluster',
          cluster,
          count,
          opensAt: opensAt > MAP_MAX_ZOOM ? null : opensAt,
        }
      }),

    /** What holds all points that are shown; null: there are none. */
    bounds: (): Box | null => (points.length === 0 ? null : boundsOf(points)),

    /** Answers of a shown cluster, `MOST_GONE_THROUGH` at most; none when it is of an earlier index. */
    answersOf: (cluster: number): readonly AnswerId[] => {
      try {
        return index.getLeaves(cluster, MOST_GONE_THROUGH).map(({ properties }) => properties.id)
      } catch {
        return []
      }
    },
  }
}

function featureOf([longitude, latitude, id]: AnswerPoint): Supercluster.PointFeature<Of> {
  return { type: 'Feature', properties: { id }, geometry: { type: 'Point', coordinates: [longitude, latitude] } }
}

function boundsOf(points: readonly Supercluster.PointFeature<Of>[]): Box {
  let [west, south, east, north] = [180, 90, -180, -90]
  for (const { geometry } of points) {
    const [longitude = 0, latitude = 0] = geometry.coordinates
    west = Math.min(west, longitude)
    south = Math.min(south, latitude)
    east = Math.max(east, longitude)
    north = Math.max(north, latitude)
  }
  return [west, south, east, north]
}

/** Whether these are the same answers at the same places, in whatever order they came. */
function areTheSame(some: readonly Supercluster.PointFeature<Of>[], others: typeof some): boolean {
  const places = new Map(others.map(({ properties, geometry }) => [properties.id, geometry.coordinates]))
  return (
    some.length === others.length &&
    some.every(({ properties, geometry }) => {
      const [longitude, latitude] = places.get(properties.id) ?? []
      return geometry.coordinates[0] === longitude && geometry.coordinates[1] === latitude
    })
  )
}

export type Clusters = ReturnType<typeof createClusters>

/** The map repeats, places do not: the mark stands in the round in view. @param middle longitude, of any round */
export function inSight(mark: Mark, middle: number): Mark {
  return { ...mark, longitude: mark.longitude + 360 * Math.round((middle - mark.longitude) / 360) }
}

function emptyIndex(): Supercluster<Of> {
  return new Supercluster<Of>({ radius: RADIUS, minZoom: MAP_MIN_ZOOM, maxZoom: MAP_MAX_ZOOM, extent: 256 }).load([])
}
