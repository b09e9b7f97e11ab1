import { refuse, type Result } from '#domain/kernel/index.ts'
import { type MapLayer, type TileCoordinates, detectTileType } from '#domain/maps/index.ts'
import { NO_STORE_HEADERS } from '../http/security-headers.ts'
import type { MapTileSource } from '../ports.ts'

/**
 * Reply with a tile, which the browser must not cache. Refuses like the provider, and with map.tile-failed if the
 * provider's reply is not an image.
 */
export async function serveMapTile(
  tiles: MapTileSource,
  layer: MapLayer,
  place: TileCoordinates,
  mayAsk?: () => Result<true>,
): Promise<Response | Result<never>> {
  const tile = await tiles.tile(layer, place, mayAsk)
  if (!tile.ok) return tile
  const type = detectTileType(tile.value)
  return type === undefined
    ? refuse('map.tile-failed')
    : new Response(tile.value, { headers: { 'content-type': type, ...NO_STORE_HEADERS } })
}
