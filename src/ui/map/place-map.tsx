import { Circle, DivIcon, DomEvent, Marker } from 'leaflet'
import { useEffect, useRef } from 'react'
import { useLingui } from '@lingui/react/macro'
import type { LatLng } from '#domain/places/index.ts'
import { MAP_INITIAL_ZOOM, MAP_BOUNDS_ZOOM } from '#domain/kernel/index.ts'
import type { MapFacts } from '#domain/maps/index.ts'
import type { MapSource } from '#sync/map/index.ts'
import { openBaseMap, type BaseMap, type BaseMapOptions } from './ground-map.ts'
import { MapFrame } from './map-frame.tsx'
import { createMarkLayer, type MapMark } from './point-marks.ts'

export type PointViewOptions = Omit<BaseMapOptions, 'words'> & {
  readonly words: BaseMapOptions['words'] & { readonly marker: string }
  readonly onMove: (point: LatLng) => void
  readonly onMark: (id: string) => void
}

/** The content of the map; missing parts are not drawn. */
type ShownPoint = {
  readonly point?: LatLng | undefined
  /** radius of the device's possible position, metres */
  readonly accuracy?: number | undefined
  readonly isLocked: boolean
  readonly marks?: readonly MapMark[] | undefined
}

export type PointView = Pick<BaseMap, 'setLayer' | 'close'> & {
  show(shownPoint: ShownPoint): void
}

/** Pixels that an arrow key moves the marker. */
const STEP = 8
const STEPS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
}
/** Decimals of a degree, which is a precision of about 0.1 m. */
const DECIMALS = 6
const NO_MARKS: readonly MapMark[] = []
const PIN = `<svg viewBox="0 0 32 42" width="32" height="42" aria-hidden="true"><path d="M16 1C7.7 1 1 7.7 1 16c0 10.5 15 25 15 25s15-14.5 15-25C31 7.7 24.3 1 16 1z"/><circle cx="16" cy="16" r="5.5"/></svg>`

/** Opens a map with a marker that is dragged, moved by arrow keys, or placed by a tap (part 1, points 2 and 9). */
export function openPointView(element: HTMLElement, options: PointViewOptions): PointView {
  const { words, centre, onMove, onMark } = options
  const { map, setLayer, close } = openBaseMap(element, options)
  const marks = createMarkLayer(map, onMark)
  let shownPoint: ShownPoint = { isLocked: false }
  let circle: Circle | undefined

  const marker = new Marker([centre.latitude, centre.longitude], {
    draggable: true,
    autoPan: true,
    alt: words.marker,
    icon: new DivIcon({ className: 'map-pin', html: PIN, iconSize: [32, 42], iconAnchor: [16, 41] }),
  })
  const moved = (): void => {
    const { lat, lng } = marker.getLatLng().wrap()
    onMove({ latitude: Number(lat.toFixed(DECIMALS)), longitude: Number(lng.toFixed(DECIMALS)) })
  }
  marker.on('dragend', moved)
  marker.on('add', () => {
    const pin = marker.getElement()
    pin?.setAttribute('aria-label', words.marker)
    if (pin !== undefined) DomEvent.on(pin, 'keydown', step as DomEvent.EventHandlerFn)
  })
  map.on('click', ({ latlng }) => {
    if (shownPoint.isLocked) return
    marker.setLatLng(latlng)
    moved()
  })

  function step(event: KeyboardEvent): void {
    const by = STEPS[event.key]
    if (by === undefined || shownPoint.isLocked) return
    // Prevents the map from moving as well.
    DomEvent.stop(event)
    const [x, y] = by
    marker.setLatLng(map.containerPointToLatLng(map.latLngToContainerPoint(marker.getLatLng()).add([x, y])))
    moved()
  }

  return {
    show: (next) => {
      const isElsewhere =
        next.point?.latitude !== shownPoint.point?.latitude || next.point?.longitude !== shownPoint.point?.longitude
      shownPoint = next
      marks.show(next.marks ?? NO_MARKS)
      circle?.remove()
      circle = undefined
      if (next.point === undefined) return void marker.remove()
      const at: [number, number] = [next.point.latitude, next.point.longitude]
      marker.setLatLng(at).addTo(map)
      if (next.isLocked) marker.dragging?.disable()
      else marker.dragging?.enable()
      if (next.accuracy !== undefined)
        circle = new Circle(at, { radius: next.accuracy, interactive: false, className: 'map-accuracy' }).addTo(map)
      // Moves the map only to a point that is out of view, not when the user drags the marker.
      if (isElsewhere && !map.getBounds().pad(-0.1).contains(at))
        map.setView(at, Math.max(map.getZoom(), MAP_BOUNDS_ZOOM))
      else if (isElsewhere && map.getZoom() < MAP_BOUNDS_ZOOM && next.accuracy !== undefined)
        map.setView(at, MAP_BOUNDS_ZOOM)
    },
    setLayer,
    close,
  }
}

export type PlaceMapProps = {
  readonly source: MapSource
  readonly layers: MapFacts['layers']
  readonly centre: LatLng
  readonly zoom?: number
  readonly point: LatLng | undefined
  /** accuracy of the point in metres */
  readonly accuracy?: number | undefined
  /** called when the user moves the point; missing if the map is read-only */
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
