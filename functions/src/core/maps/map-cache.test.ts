import { describe, expect, it } from 'vitest'
import { ok, refuse, type Result } from '#domain/kernel/index.ts'
import type { FoundAddress } from '#domain/maps/index.ts'
import type { MapTileSource, ReplyCache } from '../ports.ts'
import { cacheGeocoders, cacheMaps, cacheTiles } from './map-cache.ts'

const DAY = 24 * 60 * 60 * 1000
const PLACE = { z: 12, x: 1, y: 2 }
const bytes = (text: string) => new TextEncoder().encode(text)
const read = (tile: Result<Uint8Array>) => (tile.ok ? new TextDecoder().decode(tile.value) : tile.problem.code)

/** A cache in memory, a settable clock, and a provider with numbered replies. */
function kept() {
  const clock = { now: 1_000_000 }
  const held = new Map<string, { bytes: Uint8Array<ArrayBuffer>; at: number }>()
  const cache: ReplyCache = {
    get: async (name) => held.get(name),
    put: async (name, put) => void held.set(name, { bytes: put, at: clock.now }),
  }
  const provider = { asked: 0, code: undefined as 'map.tile-failed' | 'map.tile-missing' | undefined }
  const tiles: MapTileSource = {
    layers: [],
    downloads: true,
    tile: async () => {
      provider.asked += 1
      const mine = provider.asked
      await Promise.resolve()
      return provider.code === undefined ? ok(bytes(`tile ${mine}`)) : refuse(provider.code)
    },
  }
  const map = cacheTiles(tiles, cache, () => clock.now)
  return { clock, cache, held, provider, ask: async (place = PLACE) => read(await map.tile('default', place)) }
}

describe('a kept map', () => {
  it('asks once for a tile, however many want it at once and later; another tile is another', async () => {
    const { ask, provider } = kept()
    expect(await Promise.all([ask(), ask(), ask()])).toEqual(['tile 1', 'tile 1', 'tile 1'])
    expect([await ask(), await ask({ ...PLACE, x: 2 }), provider.asked]).toEqual(['tile 1', 'tile 2', 2])
  })

  it('asks again after a month, and shows the old one while the provider fails', async () => {
    const { ask, clock, provider } = kept()
    await ask()
    clock.now += 31 * DAY
    provider.code = 'map.tile-failed'
    expect([await ask(), provider.asked]).toEqual(['tile 1', 2])
    provider.code = undefined
    expect([await ask(), await ask(), provider.asked]).toEqual(['tile 3', 'tile 3', 3])
  })

  it('believes that a tile is gone, and keeps no failure', async () => {
    const { ask, clock, provider, held } = kept()
    provider.code = 'map.tile-failed'
    expect([await ask(), held.size]).toEqual(['map.tile-failed', 0])
    provider.code = undefined
    await ask()
    clock.now += 31 * DAY
    provider.code = 'map.tile-missing'
    expect(await ask()).toBe('map.tile-missing')
  })

  it('asks again for what a clock that was ahead has kept', async () => {
    const { ask, clock, provider } = kept()
    await ask()
    clock.now -= DAY
    await ask()
    expect(provider.asked).toBe(2)
  })
})

describe('kept addresses', () => {
  it('are asked for once, within a metre, for a week; what cannot be read is asked for again', async () => {
    const { cache, clock, held } = kept()
    let asked = 0
    const geocoder = {
      search: async () => ok({ places: [], attribution: '' }),
      addressOf: async (): Promise<Result<FoundAddress>> => ok({ direccion: `No. ${(asked += 1)}`, attribution: '' }),
    }
    const here = cacheGeocoders({ 'map-search': geocoder }, cache, () => clock.now)['map-search']
    const at = async (latitude: number) => {
      const found = await here?.addressOf({ latitude, longitude: -64 })
      return found?.ok === true ? found.value.direccion : undefined
    }
    expect([await at(-31.400001), await at(-31.400002), await at(-31.41)]).toEqual(['No. 1', 'No. 1', 'No. 2'])
    clock.now += 8 * DAY
    expect(await at(-31.4)).toBe('No. 3')
    for (const name of held.keys()) held.set(name, { bytes: bytes('{"direccion":7'), at: clock.now })
    expect(await at(-31.4)).toBe('No. 4')
  })
})

describe('what strangers cause to be kept', () => {
  const PLACES = Array.from({ length: 20 }, (_, x) => ({ z: 12, x, y: 2 }))
  /** A cache of this size that evicts the oldest entry. */
  function small(most: number): ReplyCache & { readonly names: () => readonly string[] } {
    const held = new Map<string, { bytes: Uint8Array<ArrayBuffer>; at: number }>()
    return {
      names: () => [...held.keys()],
      get: async (name) => held.get(name),
      put: async (name, put) => {
        held.set(name, { bytes: put, at: 1_000_000 })
        const [first] = held.keys()
        if (held.size > most && first !== undefined) held.delete(first)
      },
    }
  }

  function maps() {
    let asked = 0
    const tiles: MapTileSource = { layers: [], downloads: true, tile: async () => ok(bytes(`tile ${(asked += 1)}`)) }
    const geocoder = {
      search: async () => ok({ places: [], attribution: '' }),
      addressOf: async () => ok({ direccion: 'x', attribution: '' }),
    }
    const [cache, publicCache] = [small(5), small(5)]
    const all = cacheMaps(
      { tiles, geocoders: { 'map-search': geocoder } },
      { cache, publicCache, clock: () => 1_000_000 },
    )
    return { all, cache, publicCache, asked: () => asked }
  }

  it('pushes no reply out that others receive, and what they receive is found', async () => {
    const { all, cache, publicCache, asked } = maps()
    await all.tiles?.tile('default', PLACE)
    const before = cache.names()
    for (const place of PLACES) await all.ofPublic?.tiles?.tile('default', place)
    for (let n = 0; n < 20; n += 1)
      await all.ofPublic?.geocoders?.['map-search']?.addressOf({ latitude: n, longitude: n })
    expect(cache.names()).toEqual(before)
    expect(publicCache.names()).toHaveLength(5)
    expect(asked()).toBe(20)
  })

  it('is counted only where the provider is asked', async () => {
    const { all } = maps()
    let counted = 0
    const once = () => ((counted += 1) > 1 ? refuse('request.too-many') : ok(true as const))
    const ask = async (place = PLACE) =>
      read((await all.ofPublic?.tiles?.tile('default', place, once)) ?? refuse('map.tile-missing'))
    expect([await ask(), await ask(), await ask({ ...PLACE, x: 2 })]).toEqual(['tile 1', 'tile 1', 'request.too-many'])
  })
})
