import { Circle, Control, DivIcon, DomEvent, Map as LeafletMap, Marker } from 'leaflet'
import 'leaflet/dist/leaflet.css'
import type { LatLng } from '#domain/documents/index.ts'
import {
  MAP_BOUNDS_ZOOM,
  MAP_INITIAL_ZOOM,
  MAP_MAX_ZOOM,
  MAP_MIN_ZOOM,
  type ProblemCode,
} from '#domain/kernel/index.ts'
import type { MapLayer } from '#domain/maps/index.ts'
import type { MapSource } from '#sync/index.ts'
import { KeptTileLayer } from './kept-tile-layer.ts'

export type MapWords = { readonly zoomIn: string; readonly zoomOut: string; readonly marker: string }

export type MapViewOptions = {
  readonly source: Pick<MapSource, 'tile'>
  readonly words: MapWords
  /** where it begins while there is no point */
  readonly centre: LatLng
  readonly layer: MapLayer
  readonly onMove: (point: LatLng) => void
  /** whether parts of what is in sight could not be obtained */
  readonly onCut: (isCut: boolean) => void
}

/** What is shown on the map; whatever is missing is not there. */
export type Shown = {
  readonly point?: LatLng | undefined
  /** metres around the point in which the device is */
  readonly accuracy?: number | undefined
  readonly isLocked: boolean
}

export type MapView = {
  show(shown: Shown): void
  setLayer(layer: MapLayer): void
  close(): void
}

/** Pixels that an arrow key moves the marker. */
const STEP = 8
const STEPS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
}
/** Decimals of a degree: a tenth of a metre. */
const DECIMALS = 6
const PIN = `<svg viewBox="0 0 32 42" width="32" height="42" aria-hidden="true"><path d="M16 1C7.7 1 1 7.7 1 16c0 10.5 15 25 15 25s15-14.5 15-25C31 7.7 24.3 1 16 1z"/><circle cx="16" cy="16" r="5.5"/></svg>`

/**
 * A map in this element, with a marker that is dragged, moved with the arrow keys, or put where somebody taps (part 1, points 2 and 9). The wheel zooms only while the
 * map has the focus: whoever scrolls the form past it means the form.
 */
export function openMapView(element: HTMLElement, options: MapViewOptions): MapView {
  const { source, words, centre, onMove, onCut } = options
  const isMoving = !matchMedia('(prefers-reduced-motion: reduce)').matches
  const map = new LeafletMap(element, {
    center: [centre.latitude, centre.longitude],
    zoom: MAP_INITIAL_ZOOM,
    minZoom: MAP_MIN_ZOOM,
    maxZoom: MAP_MAX_ZOOM,
    zoomControl: false,
    attributionControl: false,
    scrollWheelZoom: false,
    worldCopyJump: true,
    zoomAnimation: isMoving,
    fadeAnimation: isMoving,
  })
  const resized = new ResizeObserver(() => map.invalidateSize())
  resized.observe(element)
  map.addControl(new Control.Zoom({ zoomInTitle: words.zoomIn, zoomOutTitle: words.zoomOut }))
  map.on('focus', () => map.scrollWheelZoom.enable())
  map.on('blur', () => map.scrollWheelZoom.disable())

  let shown: Shown = { isLocked: false }
  let circle: Circle | undefined
  let failed = false
  const told = (problem: ProblemCode | undefined): void => {
    // Nobody has drawn it: that is how it is, and not for want of a network.
    if (problem === undefined || problem === 'map.tile-missing') return
    failed = true
    onCut(true)
  }
  const layerOf = (layer: MapLayer): KeptTileLayer => {
    const limits = { minZoom: MAP_MIN_ZOOM, maxZoom: MAP_MAX_ZOOM, noWrap: true, className: `map-${layer}` }
    const made = new KeptTileLayer(source, layer, told, limits)
    made.on('loading', () => (failed = false))
    made.on('load', () => onCut(failed))
    return made
  }
  let ground = layerOf(options.layer).addTo(map)

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
    if (shown.isLocked) return
    marker.setLatLng(latlng)
    moved()
  })

  function step(event: KeyboardEvent): void {
    const by = STEPS[event.key]
    if (by === undefined || shown.isLocked) return
    // Otherwise the map itself moves, too.
    DomEvent.stop(event)
    const [x, y] = by
    marker.setLatLng(map.containerPointToLatLng(map.latLngToContainerPoint(marker.getLatLng()).add([x, y])))
    moved()
  }

  return {
    show: (next) => {
      const isElsewhere =
        next.point?.latitude !== shown.point?.latitude || next.point?.longitude !== shown.point?.longitude
      shown = next
      circle?.remove()
      circle = undefined
      if (next.point === undefined) return void marker.remove()
      const at: [number, number] = [next.point.latitude, next.point.longitude]
      marker.setLatLng(at).addTo(map)
      if (next.isLocked) marker.dragging?.disable()
      else marker.dragging?.enable()
      if (next.accuracy !== undefined)
        circle = new Circle(at, { radius: next.accuracy, interactive: false, className: 'map-accuracy' }).addTo(map)
      // What somebody has just dragged stays under their finger.
      if (isElsewhere && !map.getBounds().pad(-0.1).contains(at))
        map.setView(at, Math.max(map.getZoom(), MAP_BOUNDS_ZOOM))
      else if (isElsewhere && map.getZoom() < MAP_BOUNDS_ZOOM && next.accuracy !== undefined)
        map.setView(at, MAP_BOUNDS_ZOOM)
    },
    setLayer: (layer) => {
      ground.remove()
      ground = layerOf(layer).addTo(map)
    },
    close: () => {
      resized.disconnect()
      map.remove()
    },
  }
}
