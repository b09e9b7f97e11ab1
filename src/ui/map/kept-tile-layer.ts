import { type Coords, type DoneCallback, GridLayer, type GridLayerOptions } from 'leaflet'
import type { ProblemCode } from '#domain/kernel/index.ts'
import type { MapLayer } from '#domain/maps/index.ts'
import type { MapSource } from '#sync/map/index.ts'

/** Leaflet's own loads its images by address; here a square may come from the device. */
export class KeptTileLayer extends GridLayer {
  readonly #source: Pick<MapSource, 'tile'>
  readonly #layer: MapLayer
  readonly #told: (problem: ProblemCode | undefined) => void
  readonly #loading = new Map<HTMLElement, AbortController>()

  /** @param told of each square that was to come: how that went */
  constructor(
    source: Pick<MapSource, 'tile'>,
    layer: MapLayer,
    told: (problem: ProblemCode | undefined) => void,
    options: GridLayerOptions,
  ) {
    super(options)
    this.#source = source
    this.#layer = layer
    this.#told = told
    // Whoever moves on does not wait for what they have left.
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
    const problem = await this.#fill(image, place, signal)
    this.#loading.delete(image)
    if (signal.aborted) return
    this.#told(problem)
    done(problem === undefined ? undefined : new Error(problem), image)
  }

  async #fill(image: HTMLImageElement, place: Coords, signal: AbortSignal): Promise<ProblemCode | undefined> {
    const tile = await this.#source.tile(this.#layer, place, signal)
    if (signal.aborted || !tile.ok) return tile.ok ? undefined : tile.problem.code
    const address = URL.createObjectURL(tile.value)
    image.src = address
    // One that cannot be drawn stays empty, like one that nobody has.
    const isDrawn = await image.decode().then(
      () => true,
      () => false,
    )
    URL.revokeObjectURL(address)
    return isDrawn ? undefined : 'map.tile-failed'
  }
}
