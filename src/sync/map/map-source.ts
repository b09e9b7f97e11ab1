import { toProblem } from '#domain/endpoints/index.ts'
import {
  MAP_MIN_ZOOM,
  ok,
  refuse,
  PUBLIC_AUTHOR,
  type Author,
  type Result,
  type Problem,
} from '#domain/kernel/index.ts'
import {
  findParentTile,
  type MapFacts,
  type MapLayer,
  type TilePart,
  type TileCoordinates,
  detectTileType,
} from '#domain/maps/index.ts'
import { parseRetryAfter } from '#domain/sync/index.ts'
import type { MapTileCache } from '#local/map/index.ts'
import { parseRefusal, type Fetch } from '#sync/index.ts'
import type { MapOrigin } from './map-origin.ts'

/** Age of a stored tile after which it is requested again if there is a network, milliseconds. */
export const FRESH_TILE_MS = 30 * 24 * 60 * 60 * 1000

/**
 * Maximum zoom levels between a tile and its substitute. At four levels each pixel of the substitute is drawn 16 pixels
 * wide.
 */
const MAX_ZOOM_STEPS = 4

/** Cache of viewed tiles: on this device, or in this page's memory. */
export type TileCache = Pick<MapTileCache, 'get' | 'put' | 'facts' | 'keepFacts'>

type MapSourceDeps<F extends MapFacts> = {
  readonly tiles: TileCache
  readonly origin: MapOrigin<F>
  readonly fetch: Fetch
  /** milliseconds since 1970-01-01 UTC */
  readonly clock: () => number
  readonly account: Author
}

/** A source of map tiles: viewed tiles from this device, others from the server. */
export type MapSource<F extends MapFacts = MapFacts> = {
  /**
   * Returns the layers as last received, and refreshes them in the background. Refuses with network.unreachable and
   * server codes.
   */
  facts(): Promise<Result<F>>
  /** Returns a tile. Refuses with map.tile-missing, map.tile-failed and network.unreachable. */
  tile(layer: MapLayer, place: TileCoordinates, signal: AbortSignal): Promise<Result<Blob>>
  /**
   * Returns the nearest stored tile of a lower zoom, and the part of it that covers the place; undefined if none is
   * stored.
   */
  farther(
    layer: MapLayer,
    place: TileCoordinates,
  ): Promise<{ readonly image: Blob; readonly part: TilePart } | undefined>
}

export function createMapSource<F extends MapFacts>({
  tiles,
  origin,
  fetch,
  clock,
  account,
}: MapSourceDeps<F>): MapSource<F> {
  const fetchTile = createTileFetcher({ fetch, account })

  return {
    facts: async () => {
      const asking = origin.facts().then(async (outcome) => {
        if (outcome.kind === 'ok') await tiles.keepFacts(outcome.value)
        return outcome
      })
      // Returns stored facts without waiting, because they rarely change. New facts are used at the next call.
      const kept = origin.kept(await tiles.facts())
      if (kept !== undefined) return ok(kept)
      const requestedOutcome = await asking
      return requestedOutcome.kind === 'ok'
        ? ok(requestedOutcome.value)
        : { ok: false, problem: toProblem(requestedOutcome) }
    },
    tile: async (layer, place, signal) => {
      const address = origin.address(layer, place)
      const kept = await tiles.get(address, clock())
      if (kept !== undefined && Math.abs(clock() - kept.at) < FRESH_TILE_MS) return toShownTile(kept.bytes)
      const tile = await fetchTile(address, signal)
      if (tile.kind === 'tile') {
        await tiles.put(address, tile.bytes, clock())
        return ok(toImageBlob(tile.bytes))
      }
      if (kept !== undefined) return toShownTile(kept.bytes)
      if (tile.kind === 'cut') return refuse('network.unreachable')
      // After quick scrolling the server limits the rate; the tile is requested again when it is shown next.
      return refuse(tile.status === 404 ? 'map.tile-missing' : 'map.tile-failed')
    },
    farther: async (layer, place) => {
      for (let zooms = 1; zooms <= MAX_ZOOM_STEPS && place.z - zooms >= MAP_MIN_ZOOM; zooms += 1) {
        const { tile, part } = findParentTile(place, zooms)
        const kept = await tiles.get(origin.address(layer, tile), clock())
        if (kept !== undefined && kept.bytes.byteLength > 0) return { image: toImageBlob(kept.bytes), part }
      }
      return undefined
    },
  }
}

/** Returns a stored tile. Empty bytes mean that the map has no tile at this place. */
function toShownTile(bytes: ArrayBuffer): Result<Blob> {
  return bytes.byteLength === 0 ? refuse('map.tile-missing') : ok(toImageBlob(bytes))
}

function toImageBlob(bytes: ArrayBuffer): Blob {
  return new Blob([bytes], { type: detectTileType(new Uint8Array(bytes)) ?? '' })
}

/** The result of a request for one map tile. */
export type FetchedTile =
  | { readonly kind: 'tile'; readonly bytes: ArrayBuffer }
  /** no network, or a response that is not from our server */
  | { readonly kind: 'cut' }
  /** `problem`: missing when the refusal is not from our server; `after`: milliseconds that the server asks to wait */
  | { readonly kind: 'refused'; readonly status: number; readonly problem?: Problem; readonly after?: number }

/** Creates a function that requests tiles from our server for an account. */
export function createTileFetcher({ fetch, account }: { readonly fetch: Fetch; readonly account: Author }) {
  return async (address: string, signal: AbortSignal): Promise<FetchedTile> => {
    try {
      const response = await fetch(address, {
        headers: { 'x-relevo-account': account },
        // Requests tiles of a public map without the session of an account that is signed in to the same browser.
        credentials: account === PUBLIC_AUTHOR ? 'omit' : 'same-origin',
        cache: 'no-store',
        redirect: 'error',
        signal,
      })
      if (response.status !== 200) return await toRefusedTile(response)
      const bytes = await response.arrayBuffer()
      // A captive portal returns a page with status 200, which must be neither shown nor stored.
      return detectTileType(new Uint8Array(bytes)) === undefined ? { kind: 'cut' } : { kind: 'tile', bytes }
    } catch {
      return { kind: 'cut' }
    }
  }
}

async function toRefusedTile(response: Response): Promise<FetchedTile> {
  const { status, headers } = response
  const json: unknown = await response.json().catch(() => undefined)
  const problem = parseRefusal('GET', { status, headers, json })
  const after = parseRetryAfter(headers)
  return {
    kind: 'refused',
    status,
    ...(problem === undefined ? {} : { problem }),
    ...(after === undefined ? {} : { after }),
  }
}
