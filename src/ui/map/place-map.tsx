import { useEffect, useRef } from 'react'
import { useLingui } from '@lingui/react/macro'
import type { LatLng } from '#domain/places/index.ts'
import { MAP_INITIAL_ZOOM } from '#domain/kernel/index.ts'
import type { MapFacts } from '#domain/maps/index.ts'
import type { MapSource } from '#sync/map/index.ts'
import { MapFrame } from './map-frame.tsx'
import type { MapMark } from './point-marks.ts'
import { openPointView, type PointView } from './point-view.ts'

export type PlaceMapProps = {
  readonly source: MapSource
  readonly layers: MapFacts['layers']
  readonly centre: LatLng
  readonly zoom?: number
  readonly point: LatLng | undefined
  /** accuracy of the point in metres */
  readonly accuracy?: number | undefined
  /** called when the user moves the point; missing: read-only */
  readonly onMove?: ((point: LatLng) => void) | undefined
  /** marks that can be selected; must be the same array while unchanged */
  readonly marks?: readonly MapMark[] | undefined
  readonly onMark?: ((id: string) => void) | undefined
}

/** A single place on a map. The fields next to the map can do the same. */
export function PlaceMap(props: PlaceMapProps) {
  const { source, layers, centre, zoom = MAP_INITIAL_ZOOM, point, accuracy, onMove, marks, onMark } = props
  const { t } = useLingui()
  const isLocked = onMove === undefined
  const view = useRef<PointView>(null)
  const handlers = useRef({ onMove, onMark })
  useEffect(() => {
    handlers.current = { onMove, onMark }
  })
  useEffect(() => view.current?.show({ point, accuracy, isLocked, marks }), [point, accuracy, isLocked, marks, source])
  return (
    <MapFrame
      source={source}
      layers={layers}
      label={t`Map of the location`}
      open={(box, { words, ...options }) => {
        const marker = isLocked ? t`Location` : t`Location; move it with the arrow keys`
        view.current = openPointView(box, {
          ...options,
          centre,
          zoom,
          words: { ...words, marker },
          onMove: (to) => handlers.current.onMove?.(to),
          onMark: (id) => handlers.current.onMark?.(id),
        })
        return view.current
      }}
    />
  )
}
