import { Control, Map as LeafletMap } from 'leaflet'
import 'leaflet/dist/leaflet.css'
import type { LatLng } from '#domain/places/index.ts'
import { MAP_MAX_ZOOM, MAP_MIN_ZOOM, type ProblemCode } from '#domain/kernel/index.ts'
import type { MapLayer } from '#domain/maps/index.ts'
import type { MapSource } from '#sync/map/index.ts'
import { CachedTileLayer } from './kept-tile-layer.ts'

export type GroundOptions = {
  readonly source: Pick<MapSource, 'tile' | 'farther'>
  readonly words: { readonly zoomIn: string; readonly zoomOut: string }
  /** initial position */
  readonly centre: LatLng
  readonly zoom: number
  readonly layer: MapLayer
  /** called with whether some tiles in view could not be loaded */
  readonly onCut: (isCut: boolean) => void
}

/** An open map. */
export type Ground = {
  readonly map: LeafletMap
  setLayer(layer: MapLayer): void
  close(): void
}

/**
 * Opens a map with tiles from the device or the server, zoom 5 to 18 (part 1, point 9). The mouse wheel zooms only a
 * focused map.
 */
export function openGround(element: HTMLElement, options: GroundOptions): Ground {
  const { source, words, centre, zoom, onCut } = options
  const isMoving = !matchMedia('(prefers-reduced-motion: reduce)').matches
  const map = new LeafletMap(element, {
    center: [centre.latitude, centre.longitude],
    zoom,
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

  let failed = false
  const report = (problem: ProblemCode | undefined): void => {
    // Ignores tiles that the map does not have, as only network problems are reported.
    if (problem === undefined || problem === 'map.tile-missing') return
    failed = true
    onCut(true)
  }
  const createLayer = (layer: MapLayer): CachedTileLayer => {
    const limits = { minZoom: MAP_MIN_ZOOM, maxZoom: MAP_MAX_ZOOM, noWrap: true, className: `map-${layer}` }
    const made = new CachedTileLayer(source, layer, report, limits)
    made.on('loading', () => (failed = false))
    made.on('load', () => onCut(failed))
    return made
  }
  let ground = createLayer(options.layer).addTo(map)
  return {
    map,
    setLayer: (layer) => {
      ground.remove()
      ground = createLayer(layer).addTo(map)
    },
    close: () => {
      resized.disconnect()
      map.remove()
    },
  }
}
