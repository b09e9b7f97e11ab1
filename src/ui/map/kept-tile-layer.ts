import { type Coords, type DoneCallback, GridLayer, type GridLayerOptions } from 'leaflet'
import type { ProblemCode } from '#domain/kernel/index.ts'
import type { MapLayer } from '#domain/maps/index.ts'
import type { MapSource } from '#sync/map/index.ts'
import { enlargeTile } from './enlarged.ts'

/** A tile layer with tiles from this device or the server. Leaflet's own layer only loads images by URL. */
export class CachedTileLayer extends GridLayer {
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

  protected override createTile(coords: Coords, done: DoneCallback): HTMLElement {
    const image = document.createElement('img')
    image.alt = ''
    const stop = new AbortController()
    this.#loading.set(image, stop)
    void this.#load(image, coords, stop.signal, done)
    return image
  }

  async #load(image: HTMLImageElement, place: Coords, signal: AbortSignal, done: DoneCallback): Promise<void> {
    const { problem, isDrawn } = await this.#fill(image, place, signal)
    this.#loading.delete(image)
    if (signal.aborted) return
    this.#report(problem)
    done(isDrawn ? undefined : new Error(problem), image)
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
