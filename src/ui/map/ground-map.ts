import { Control, Map as LeafletMap, GridLayer, type Coords, type DoneCallback, type GridLayerOptions } from 'leaflet'
import 'leaflet/dist/leaflet.css'
import type { LatLng } from '#domain/places/index.ts'
import { MAP_MAX_ZOOM, MAP_MIN_ZOOM, type ProblemCode } from '#domain/kernel/index.ts'
import type { MapLayer, TilePart } from '#domain/maps/index.ts'
import type { MapSource } from '#sync/map/index.ts'

/** Side length of a map tile in pixels. */
const TILE_SIDE = 256

/**
 * Enlarges a part of a tile to a whole tile, which is blurred, but better than an empty tile. Rejects if the bytes are
 * not an image.
 */
async function enlargeTile(image: Blob, { x, y, side }: TilePart): Promise<Blob> {
  const wholeBitmap = await createImageBitmap(image)
  const canvas = new OffscreenCanvas(TILE_SIDE, TILE_SIDE)
  const { width, height } = wholeBitmap
  canvas
    .getContext('2d')
    ?.drawImage(wholeBitmap, x * width, y * height, side * width, side * height, 0, 0, TILE_SIDE, TILE_SIDE)
  wholeBitmap.close()
  return canvas.convertToBlob()
}

/** A tile layer with tiles from this device or the server. Leaflet's own layer only loads images by URL. */
class CachedTileLayer extends GridLayer {
  readonly #source: Pick<MapSource, 'tile' | 'farther'>
  readonly #layer: MapLayer
  readonly #report: (problem: ProblemCode | undefined) => void
  readonly #loading = new Map<HTMLElement, AbortController>()

  /** The callback receives the problem of each requested tile, or undefined on success. */
  constructor(
    source: Pick<MapSource, 'tile' | 'farther'>,
    layer: MapLayer,
    report: (problem: ProblemCode | undefined) => void,
    options: GridLayerOptions,
  ) {
    super(options)
    this.#source = source
    this.#layer = layer
    this.#report = report
    // Cancels tiles that are out of view.
    this.on('tileunload', ({ tile }) => {
      this.#loading.get(tile)?.abort()
      this.#loading.delete(tile)
    })
  }

  protected override createTile(coords: Coords, callback: DoneCallback): HTMLElement {
    const image = document.createElement('img')
    image.alt = ''
    const stop = new AbortController()
    this.#loading.set(image, stop)
    void this.#load(image, coords, stop.signal, callback)
    return image
  }

  async #load(image: HTMLImageElement, place: Coords, signal: AbortSignal, callback: DoneCallback): Promise<void> {
    const { problem, isDrawn } = await this.#fill(image, place, signal)
    this.#loading.delete(image)
    if (signal.aborted) return
    this.#report(problem)
    callback(isDrawn ? undefined : new Error(problem), image)
  }

  /** Fills a tile. If it cannot be loaded, draws an enlarged stored tile and reports the problem. */
  async #fill(image: HTMLImageElement, place: Coords, signal: AbortSignal): Promise<FilledTile> {
    const tile = await this.#source.tile(this.#layer, place, signal)
    if (signal.aborted) return DRAWN
    if (tile.ok) return (await drawTile(image, tile.value)) ? DRAWN : { problem: 'map.tile-failed', isDrawn: false }
    const problem = tile.problem.code
    const farther = problem === 'map.tile-missing' ? undefined : await this.#source.farther(this.#layer, place)
    const part = farther && (await enlargeTile(farther.image, farther.part).catch(() => undefined))
    return { problem, isDrawn: part !== undefined && (await drawTile(image, part)) }
  }
}

type FilledTile = { readonly problem: ProblemCode | undefined; readonly isDrawn: boolean }
const DRAWN: FilledTile = { problem: undefined, isDrawn: true }

/** @returns false for an invalid image; the tile is then empty */
async function drawTile(image: HTMLImageElement, bytes: Blob): Promise<boolean> {
  const address = URL.createObjectURL(bytes)
  image.src = address
  const isDrawn = await image.decode().then(
    () => true,
    () => false,
  )
  URL.revokeObjectURL(address)
  return isDrawn
}

export type BaseMapOptions = {
  readonly source: Pick<MapSource, 'tile' | 'farther'>
  readonly words: { readonly zoomIn: string; readonly zoomOut: string }
  /** initial position */
  readonly centre: LatLng
  readonly zoom: number
  readonly layer: MapLayer
  /** called with whether some tiles in view could not be loaded */
  readonly onCut: (isCut: boolean) => void
}

export type BaseMap = {
  readonly map: LeafletMap
  setLayer(layer: MapLayer): void
  close(): void
}

/**
 * Opens a map with tiles from the device or the server, zoom 5 to 18 (part 1, point 9). The mouse wheel zooms only a
 * focused map.
 */
export function openBaseMap(element: HTMLElement, options: BaseMapOptions): BaseMap {
  const { source, words, centre, zoom, onCut } = options
  const isAnimated = !matchMedia('(prefers-reduced-motion: reduce)').matches
  const map = new LeafletMap(element, {
    center: [centre.latitude, centre.longitude],
    zoom,
    minZoom: MAP_MIN_ZOOM,
    maxZoom: MAP_MAX_ZOOM,
    zoomControl: false,
    attributionControl: false,
    scrollWheelZoom: false,
    worldCopyJump: true,
    zoomAnimation: isAnimated,
    fadeAnimation: isAnimated,
  })
  const resized = new ResizeObserver(() => map.invalidateSize())
  resized.observe(element)
  map.addControl(new Control.Zoom({ zoomInTitle: words.zoomIn, zoomOutTitle: words.zoomOut }))
  map.on('focus', () => map.scrollWheelZoom.enable())
  map.on('blur', () => map.scrollWheelZoom.disable())

  let failed = false
  const report = (problem: ProblemCode | undefined): void => {
    // Ignores tiles that do not exist on the server's map; other problems are reported.
    if (problem === undefined || problem === 'map.tile-missing') return
    failed = true
    onCut(true)
  }
  const createLayer = (layer: MapLayer): CachedTileLayer => {
    const zoomOptions = { minZoom: MAP_MIN_ZOOM, maxZoom: MAP_MAX_ZOOM, noWrap: true, className: `map-${layer}` }
    const newLayer = new CachedTileLayer(source, layer, report, zoomOptions)
    newLayer.on('loading', () => (failed = false))
    newLayer.on('load', () => onCut(failed))
    return newLayer
  }
  let mapLayer = createLayer(options.layer).addTo(map)
  return {
    map,
    setLayer: (layer) => {
      mapLayer.remove()
      mapLayer = createLayer(layer).addTo(map)
    },
    close: () => {
      resized.disconnect()
      map.remove()
    },
  }
}
