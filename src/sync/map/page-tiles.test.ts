import { expect, it } from 'vitest'
import { createPageTileCache } from './public-map-source.ts'

it('what a page has seen is there again; what no one looked at for longest goes first', async () => {
  const tiles = createPageTileCache(2)
  const bytes = new ArrayBuffer(1)
  await tiles.put('a', bytes, 1)
  await tiles.put('b', bytes, 2)
  expect(await tiles.get('a', 3)).toEqual({ bytes, at: 1 })
  await tiles.put('c', bytes, 3)
  expect([await tiles.get('a', 4), await tiles.get('b', 4), await tiles.get('c', 4)]).toEqual([
    { bytes, at: 1 },
    undefined,
    { bytes, at: 3 },
  ])
})

it('of what is known of the map, the last counts, and another page knows nothing of it', async () => {
  const tiles = createPageTileCache()
  await tiles.keepFacts({ layers: [] })
  expect([await tiles.facts(), await createPageTileCache().facts()]).toEqual([{ layers: [] }, undefined])
})
