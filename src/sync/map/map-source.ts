import { type Ask, problemOf, readMap, tileAddress } from '#domain/api/index.ts'
import { type Author, ok, refuse, type Result } from '#domain/kernel/index.ts'
import { type MapFacts, type MapLayer, mapSchema, type TilePlace, tileType } from '#domain/maps/index.ts'
import type { MapTiles } from '#local/map/index.ts'
import type { Fetch } from '#sync/index.ts'
import { tileFetcher } from './fetch-tile.ts'

/** A square that is older than this, milliseconds, is asked for again while there is a network. */
export const YOUNG_TILE = 30 * 24 * 60 * 60 * 1000

export type MapSourceDeps = {
  readonly tiles: MapTiles
  readonly ask: Ask
  readonly fetch: Fetch
  /** milliseconds since 1970-01-01 UTC */
  readonly clock: () => number
  readonly account: Author
}

/** Where a map comes from: squares that were seen before from this device, the others from the server. */
export type MapSource = {
  /** The map's layers, as they were when somebody asked last; asked for behind that. Refuses with network.unreachable and what the server says. */
  facts(): Promise<Result<MapFacts>>
  /** One square. Refuses with map.tile-missing, map.tile-failed and network.unreachable. */
  tile(layer: MapLayer, place: TilePlace, signal: AbortSignal): Promise<Result<Blob>>
}

export function createMapSource({ tiles, ask, fetch, clock, account }: MapSourceDeps): MapSource {
  const fetchTile = tileFetcher({ fetch, account })

  return {
    facts: async () => {
      const asking = ask(readMap, {}).then(async (asked) => {
        if (asked.kind === 'ok') await tiles.keepFacts(asked.value)
        return asked
      })
      // On a bad line nobody waits for what hardly ever changes: news of it counts from the next time on.
      const kept = mapSchema.safeParse(await tiles.facts())
      if (kept.success) return ok(kept.data)
      const asked = await asking
      return asked.kind === 'ok' ? ok(asked.value) : { ok: false, problem: problemOf(asked) }
    },
    tile: async (layer, place, signal) => {
      const address = tileAddress(layer, place)
      const kept = await tiles.get(address, clock())
      if (kept !== undefined && Math.abs(clock() - kept.at) < YOUNG_TILE) return shown(kept.bytes)
      const came = await fetchTile(address, signal)
      if (came.kind === 'tile') {
        await tiles.put(address, came.bytes, clock())
        return ok(imageOf(came.bytes))
      }
      if (kept !== undefined) return shown(kept.bytes)
      if (came.kind === 'cut') return refuse('network.unreachable')
      // Whoever is told to wait has scrolled quickly: the square comes with the next look.
      return refuse(came.status === 404 ? 'map.tile-missing' : 'map.tile-failed')
    },
  }
}

/** Fetched beforehand, it is known where nobody has drawn anything. */
function shown(bytes: ArrayBuffer): Result<Blob> {
  return bytes.byteLength === 0 ? refuse('map.tile-missing') : ok(imageOf(bytes))
}

function imageOf(bytes: ArrayBuffer): Blob {
  return new Blob([bytes], { type: tileType(new Uint8Array(bytes)) ?? '' })
}
