import type { z } from 'zod'
import { ok, type ProblemCode, type Result } from '#domain/kernel/index.ts'
import { foundAddressSchema, addressMatchesSchema } from '#domain/maps/index.ts'
import type { Clock, Connectors, Geocoder, MapTileSource, ReplyCache } from '../ports.ts'

const DAY = 24 * 60 * 60 * 1000
/** Lifetimes of cached replies in milliseconds. Long, because streets change rarely. */
const TILE_LIFE = 30 * DAY
const ADDRESS_LIFE = 7 * DAY
/** Decimals of a degree in cache keys, about a metre. */
const DECIMALS = 5

/**
 * Caches tiles. A fresh copy is used without a request, and an old copy if the provider fails. Concurrent requests
 * share one reply.
 */
export function cacheTiles(tiles: MapTileSource, cache: ReplyCache, clock: Clock): MapTileSource {
  const kept = createCachedCall(cache, clock, 'map.tile-failed')
  return {
    layers: tiles.layers,
    downloads: tiles.downloads,
    tile: (layer, place, mayAsk) =>
      kept(['tile', layer, place.z, place.x, place.y].join('/'), () => tiles.tile(layer, place), mayAsk),
  }
}

/** Caches fetched images. */
export function cacheImages(images: Images, cache: ReplyCache, clock: Clock): Images {
  const kept = createCachedCall(cache, clock, 'file.missing')
  return (url) => kept(`image/${url}`, () => images(url))
}

type Images = NonNullable<Connectors['images']>
type Bytes = Promise<Result<Uint8Array<ArrayBuffer>>>

/** @param failed problem of the call, for which an old copy is returned instead */
function createCachedCall(cache: ReplyCache, clock: Clock, failed: ProblemCode) {
  const underWay = new Map<string, Bytes>()

  async function load(name: string, ask: () => Bytes, mayAsk: (() => Result<true>) | undefined): Bytes {
    const kept = await cache.get(name)
    if (kept !== undefined && isFresh(kept.at, TILE_LIFE, clock)) return ok(kept.bytes)
    const may = mayAsk?.()
    if (may?.ok === false) return may
    const reply = await ask()
    if (reply.ok) await cache.put(name, reply.value)
    return reply.ok || kept === undefined || reply.problem.code !== failed ? reply : ok(kept.bytes)
  }

  return (name: string, ask: () => Bytes, mayAsk?: () => Result<true>): Bytes => {
    const loading = underWay.get(name) ?? load(name, ask, mayAsk).finally(() => underWay.delete(name))
    underWay.set(name, loading)
    return loading
  }
}

/**
 * Caches map tiles and geocoder replies. Replies to users without an account have a cache of their own, so that they
 * cannot evict replies of inspectors. Requests of these users are also answered from the main cache.
 */
export function cacheMaps(
  { tiles, geocoders }: Pick<Connectors, 'tiles' | 'geocoders'>,
  caches: { readonly cache: ReplyCache; readonly publicCache: ReplyCache; readonly clock: Clock },
): Pick<Connectors, 'tiles' | 'geocoders' | 'ofPublic'> {
  const { cache, publicCache, clock } = caches
  const keptIn = (keptCache: ReplyCache) => ({
    ...(tiles === undefined ? {} : { tiles: cacheTiles(tiles, keptCache, clock) }),
    ...(geocoders === undefined ? {} : { geocoders: cacheGeocoders(geocoders, keptCache, clock) }),
  })
  const ofPublic: ReplyCache = {
    get: async (name) => {
      const [own, shared] = await Promise.all([publicCache.get(name), cache.get(name)])
      return (shared?.at ?? 0) > (own?.at ?? 0) ? shared : own
    },
    put: (name, bytes) => publicCache.put(name, bytes),
  }
  return { ...keptIn(cache), ofPublic: keptIn(ofPublic) }
}

/** Caches replies of geocoders. */
export function cacheGeocoders(
  geocoders: NonNullable<Connectors['geocoders']>,
  cache: ReplyCache,
  clock: Clock,
): NonNullable<Connectors['geocoders']> {
  const kept = (kind: string, geocoder: Geocoder): Geocoder => ({
    search: (text, near) =>
      readThroughCache(
        { cache, clock },
        [kind, 'search', text.toLowerCase(), formatRoundedPoint(near)],
        addressMatchesSchema,
        () => geocoder.search(text, near),
      ),
    addressOf: (point) =>
      readThroughCache({ cache, clock }, [kind, 'address', formatRoundedPoint(point)], foundAddressSchema, () =>
        geocoder.addressOf(point),
      ),
  })
  return Object.fromEntries(Object.entries(geocoders).map(([kind, geocoder]) => [kind, kept(kind, geocoder)]))
}

async function readThroughCache<T>(
  { cache, clock }: { readonly cache: ReplyCache; readonly clock: Clock },
  parts: readonly string[],
  schema: z.ZodType<T>,
  ask: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const name = parts.join('/')
  const kept = await cache.get(name)
  const known =
    kept && isFresh(kept.at, ADDRESS_LIFE, clock) ? schema.safeParse(parseJsonBytes(kept.bytes)).data : undefined
  if (known !== undefined) return ok(known)
  const reply = await ask()
  if (reply.ok) await cache.put(name, new TextEncoder().encode(JSON.stringify(reply.value)))
  return reply
}

function parseJsonBytes(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

/**
 * True while a copy is not older than its lifetime. False for a time in the future, written while the clock was ahead.
 */
function isFresh(at: number, life: number, clock: Clock): boolean {
  const age = clock() - at
  return age >= 0 && age < life
}

function formatRoundedPoint(point: { readonly latitude: number; readonly longitude: number } | undefined): string {
  return point === undefined ? '' : `${point.latitude.toFixed(DECIMALS)},${point.longitude.toFixed(DECIMALS)}`
}
