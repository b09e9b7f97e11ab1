import Supercluster from 'supercluster'
import { MAP_MAX_ZOOM, MAP_MIN_ZOOM, type AnswerId } from '#domain/kernel/index.ts'
import type { AnswerPoint } from '#domain/answers/index.ts'

/** Cluster radius in pixels. */
const RADIUS = 64
/** Maximum answers listed for a cluster that no zoom level separates. */
export const MAX_CLUSTER_ANSWERS = 500

/** A mark on the map: one answer, or a cluster with its count. */
export type ClusterMark = {
  readonly longitude: number
  readonly latitude: number
} & (
  | { readonly kind: 'answer'; readonly id: AnswerId }
  | {
      readonly kind: 'cluster'
      readonly cluster: number
      readonly count: number
      /** zoom level at which the cluster separates; null if no level separates it */
      readonly opensAt: number | null
    }
)

/** west, south, east, north in degrees */
export type BoundingBox = readonly [west: number, south: number, east: number, north: number]

type PointId = { readonly id: AnswerId }

/**
 * Creates the cluster index. Rebuilds it whenever the number of points has doubled, and when all points are loaded, so
 * that the first points appear early at little cost.
 */
export function createClusterIndex() {
  let points: Supercluster.PointFeature<PointId>[] = []
  let coming: Supercluster.PointFeature<PointId>[] = []
  let index = createEmptyIndex()
  let indexed = 0

  const rebuild = (): void => {
    // Copies the list, because adding points would change the number of points, on which cluster ids depend.
    index = createEmptyIndex().load([...points])
    indexed = points.length
  }

  return {
    /** @returns the number of points, and whether the shown marks change */
    add: (batch: readonly AnswerPoint[], isLast: boolean) => {
      points.push(...batch.map(toPointFeature))
      const isDue = points.length !== indexed && (isLast || points.length >= 2 * indexed)
      if (isDue) rebuild()
      return { count: points.length, changed: isDue }
    },

    /**
     * Replaces all points, part by part. The shown marks change only with the last part.
     * @returns as `add`
     */
    renew: (batch: readonly AnswerPoint[], isFirst: boolean, isLast: boolean) => {
      if (isFirst) coming = []
      coming.push(...batch.map(toPointFeature))
      if (!isLast) return { count: points.length, changed: false }
      const isChanged = !areTheSame(coming, points)
      points = coming
      coming = []
      if (isChanged) rebuild()
      return { count: points.length, changed: isChanged }
    },

    within: ([west, south, east, north]: BoundingBox, zoom: number): readonly ClusterMark[] =>
      index.getClusters([west, south, east, north], zoom).map((feature): ClusterMark => {
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

    /** The bounds of all points, including those not shown yet; null if there are none. */
    bounds: (): BoundingBox | null => (points.length === 0 ? null : computeBounds(points)),

    /** Answers of a cluster, at most `MAX_CLUSTER_ANSWERS`. Empty if the cluster belongs to an earlier index. */
    answersOf: (cluster: number): readonly AnswerId[] => {
      try {
        return index.getLeaves(cluster, MAX_CLUSTER_ANSWERS).map(({ properties }) => properties.id)
      } catch {
        return []
      }
    },
  }
}

function toPointFeature([longitude, latitude, id]: AnswerPoint): Supercluster.PointFeature<PointId> {
  return { type: 'Feature', properties: { id }, geometry: { type: 'Point', coordinates: [longitude, latitude] } }
}

function computeBounds(points: readonly Supercluster.PointFeature<PointId>[]): BoundingBox {
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

/** Whether both lists have the same answers at the same places, in any order. */
function areTheSame(some: readonly Supercluster.PointFeature<PointId>[], others: typeof some): boolean {
  const places = new Map(others.map(({ properties, geometry }) => [properties.id, geometry.coordinates]))
  return (
    some.length === others.length &&
    some.every(({ properties, geometry }) => {
      const [longitude, latitude] = places.get(properties.id) ?? []
      return geometry.coordinates[0] === longitude && geometry.coordinates[1] === latitude
    })
  )
}

export type ClusterIndex = ReturnType<typeof createClusterIndex>

/**
 * Moves a mark into the visible copy of the world, as the map repeats the world.
 * @param middle longitude in any copy
 */
export function toVisibleCopy(mark: ClusterMark, middle: number): ClusterMark {
  return { ...mark, longitude: mark.longitude + 360 * Math.round((middle - mark.longitude) / 360) }
}

function createEmptyIndex(): Supercluster<PointId> {
  return new Supercluster<PointId>({ radius: RADIUS, minZoom: MAP_MIN_ZOOM, maxZoom: MAP_MAX_ZOOM, extent: 256 }).load(
    [],
  )
}
