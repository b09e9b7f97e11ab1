import { problemOf } from '#domain/endpoints/index.ts'
import { type Author, MAP_MIN_ZOOM, ok, refuse, type Result } from '#domain/kernel/index.ts'
import {
  fartherTile,
  type MapFacts,
  type MapLayer,
  type TilePart,
  type TilePlace,
  tileType,
} from '#domain/maps/index.ts'
import type { MapTiles } from '#local/map/index.ts'
import type { Fetch } from '#sync/index.ts'
import { tileFetcher } from './fetch-tile.ts'
import type { MapOrigin } from './map-origin.ts'

/** A tile that is older than this, milliseconds, is asked for again while there is a network. */
export const YOUNG_TILE = 30 * 24 * 60 * 60 * 1000

/** Zooms: four farther, one of its pixels is sixteen wide. */
const FARTHEST = 4

/** What was seen before: on this device, or of this page. */
export type KeptTiles = Pick<MapTiles, 'get' | 'put' | 'facts' | 'keepFacts'>

export type MapSourceDeps<F extends MapFacts> = {
  readonly tiles: KeptTiles
  readonly origin: MapOrigin<F>
  readonly fetch: Fetch
  /** milliseconds since 1970-01-01 UTC */
  readonly clock: () => number
  readonly account: Author
}

/** Where a map comes from: tiles that were seen before from this device, the others from the server. */
export type MapSource<F extends MapFacts = MapFacts> = {
  /** The layers, as last asked; asked for again behind that. Refuses with network.unreachable and server codes. */
  facts(): Promise<Result<F>>
  /** One tile. Refuses with map.tile-missing, map.tile-failed and network.unreachable. */
  tile(layer: MapLayer, place: TilePlace, signal: AbortSignal): Promise<Result<Blob>>
  /** The nearest farther tile here, and which part of it shows the place; undefined when none would be of use. */
  farther(layer: MapLayer, place: TilePlace): Promise<{ readonly image: Blob; readonly part: TilePart } | undefined>
}

export function createMapSource<F extends MapFacts>({
  tiles,
  origin,
  fetch,
  clock,
  account,
}: MapSourceDeps<F>): MapSource<F> {
  const fetchTile = tileFetcher({ fetch, account })

  return {
    facts: async () => {
      const asking = origin.facts().then(async (asked) => {
        if (asked.kind === 'ok') await tiles.keepFacts(asked.value)
        return asked
      })
      // On a bad line no one waits for what hardly ever changes: news of it counts from the next time on.
      const kept = origin.kept(await tiles.facts())
      if (kept !== undefined) return ok(kept)
      const asked = await asking
      return asked.kind === 'ok' ? ok(asked.value) : { ok: false, problem: problemOf(asked) }
    },
    tile: async (layer, place, signal) => {
      const address = origin.address(layer, place)
      const kept = await tiles.get(address, clock())
      if (kept !== undefined && Math.abs(clock() - kept.at) < YOUNG_TILE) return shown(kept.bytes)
      const came = await fetchTile(address, signal)
      if (came.kind === 'tile') {
        await tiles.put(address, came.bytes, clock())
        return ok(imageOf(came.bytes))
      }
      if (kept !== undefined) return shown(kept.bytes)
      if (came.kind === 'cut') return refuse('network.unreachable')
      // After quick scrolling the server asks to wait: the tile comes with the next look.
      return refuse(came.status === 404 ? 'map.tile-missing' : 'map.tile-failed')
    },
    farther: async (layer, place) => {
      for (let zooms = 1; zooms <= FARTHEST && place.z - zooms >= MAP_MIN_ZOOM; zooms += 1) {
        const { tile, part } = fartherTile(place, zooms)
        const kept = await tiles.get(origin.address(layer, tile), clock())
        if (kept !== undefined && kept.bytes.byteLength > 0) return { image: imageOf(kept.bytes), part }
      }
      return undefined
    },
  }
}

/** No bytes: the tile was fetched beforehand, and the map has none here. */
function shown(bytes: ArrayBuffer): Result<Blob> {
  return bytes.byteLength === 0 ? refuse('map.tile-missing') : ok(imageOf(bytes))
}

function imageOf(bytes: ArrayBuffer): Blob {
  return new Blob([bytes], { type: tileType(new Uint8Array(bytes)) ?? '' })
}
