import type { RequestSender } from '#domain/endpoints/index.ts'
import { PUBLIC_AUTHOR, type TemplateId } from '#domain/kernel/index.ts'
import type { PublicMapFacts } from '#domain/maps/index.ts'
import type { BrowserLike } from '#sync/index.ts'
import { createPublicOrigin } from './map-origin.ts'
import { createMapSource, type MapSource, type TileCache } from './map-source.ts'

/** Maximum number of tiles: a town at a few zoom levels, about eight megabytes. */
const MAX_TILES = 500

/**
 * Creates tile storage that is deleted when the page closes, because viewed tiles reveal where a person lives.
 * @param max maximum number of tiles; the least recently viewed are deleted first
 */
export function createPageTileCache(max = MAX_TILES): TileCache {
  const tiles = new Map<string, { readonly bytes: ArrayBuffer; readonly at: number }>()
  let facts: unknown
  return {
    get: async (address) => {
      const tile = tiles.get(address)
      if (tile === undefined) return undefined
      tiles.delete(address)
      tiles.set(address, tile)
      return tile
    },
    put: async (address, bytes, at) => {
      tiles.set(address, { bytes, at })
      const [oldest] = tiles.keys()
      if (tiles.size > max && oldest !== undefined) tiles.delete(oldest)
    },
    facts: async () => facts,
    keepFacts: async (received) => void (facts = received),
  }
}

/** Creates the map source of a public form; its tiles are kept until the page closes. */
export function createPublicMapSource(
  browser: Pick<BrowserLike, 'Date' | 'fetch'>,
  { ask, form }: { readonly ask: RequestSender; readonly form: TemplateId },
): MapSource<PublicMapFacts> {
  const { Date: calendar } = browser
  return createMapSource({
    tiles: createPageTileCache(),
    origin: createPublicOrigin(ask, form),
    account: PUBLIC_AUTHOR,
    fetch: (path, init) => browser.fetch(path, init),
    clock: () => calendar.now(),
  })
}
