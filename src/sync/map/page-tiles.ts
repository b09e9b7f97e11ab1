import type { KeptTiles } from './map-source.ts'

/** Tiles: a town at a few zooms, some eight megabytes. */
const MOST = 500

/** Gone with the page: what someone looked at says where they live. @param most tiles; least recently seen go first */
export function openPageTiles(most = MOST): KeptTiles {
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
      if (tiles.size > most && oldest !== undefined) tiles.delete(oldest)
    },
    facts: async () => facts,
    keepFacts: async (told) => void (facts = told),
  }
}
