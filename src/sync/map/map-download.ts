import { tileAddress, sampleAround, tilesOf, type TilePlace, type TileSet } from '#domain/maps/index.ts'
import { type Author, ok, type Problem, refuse, type Result } from '#domain/kernel/index.ts'
import type { LatLng } from '#domain/places/index.ts'
import { roomOf, type StorageHost, storageState } from '#local/index.ts'
import type { MapDownload, MapDownloads, MapTiles, DownloadedTile } from '#local/map/index.ts'
import { createLimiter, type Fetch, type LockHost } from '#sync/index.ts'
import { type FetchedTile, tileFetcher } from './fetch-tile.ts'
import { YOUNG_TILE } from './map-source.ts'

/** Requests under way; tiles that are written at once, so that a kill loses a second's worth. */
const AT_ONCE = 4
const TOGETHER = 24
/** Milliseconds: one request, and the waits while the server is busy or cannot be reached. */
const PATIENCE = 30_000
const FIRST_WAIT = 2_000
const LONGEST_WAIT = 60_000
/** Milliseconds: shortest wait for the server's pace, and longest of any: a timer of over 24 days goes off at once. */
const PACE_WAIT = 1_000
const MOST_WAIT = 60 * 60_000
/** Tiles that the map's provider could not give, before it is left in peace. */
const MOST_FAILED = 60
const LOCK = 'relevo-map-download'

export type MapDownloadDeps = {
  readonly downloads: MapDownloads
  readonly tiles: Pick<MapTiles, 'get' | 'put'>
  readonly fetch: Fetch
  readonly account: Author
  /** milliseconds since 1970-01-01 UTC */
  readonly clock: () => number
  readonly timeout: (milliseconds: number) => AbortSignal
  /** waits; less when there is a network again, or `signal` says so */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>
  readonly locks: LockHost | undefined
  readonly storage: StorageHost | undefined
}

/** What this window does about the download. How far it is stands in the store, for every window. */
export type DownloadState =
  | { readonly kind: 'resting' }
  | { readonly kind: 'running' }
  /** the server is busy or cannot be reached: it goes on by itself */
  | { readonly kind: 'waiting'; readonly problem: Problem }
  /** a person has to look */
  | { readonly kind: 'stopped'; readonly problem: Problem }

export type MapDownloader = {
  /** as `MapDownloads` has it */
  read: MapDownloads['read']
  state(): DownloadState
  /** @returns a function that stops the calls */
  subscribe(listener: () => void): () => void
  /** Bytes of a usual tile per zoom. Refuses with network.unreachable, map.download-not-allowed and server codes. */
  sample(centre: LatLng): Promise<Result<ReadonlyMap<number, number>>>
  /** Refuses as `MapDownloads.begin` does. */
  begin(set: TileSet): Promise<Result<undefined>>
  /** Goes on with what was begun and is not done, asking for nothing that is here. Resolves when it rests. */
  run(): Promise<void>
  resume(): Promise<void>
  pause(): Promise<void>
  remove(): Promise<Result<undefined>>
}

/** Fetches the map that the user wants to have without a network, tile by tile, in one window at a time. */
export function createMapDownloader(deps: MapDownloadDeps): MapDownloader {
  const { downloads, tiles, clock, timeout, locks, storage } = deps
  const fetchTile = tileFetcher(deps)
  const limit = createLimiter(() => AT_ONCE)
  const listeners = new Set<() => void>()
  let state: DownloadState = { kind: 'resting' }
  let running: Promise<void> | undefined
  let isAsked = false
  let waiting = new AbortController()

  function be(next: DownloadState): void {
    state = next
    for (const listener of listeners) listener()
  }

  /** From the device where it was seen or fetched before: it is not asked for again. */
  async function obtain(address: string): Promise<FetchedTile> {
    const seen = await tiles.get(address, clock())
    const isYoung = seen !== undefined && Math.abs(clock() - seen.at) < YOUNG_TILE
    if (isYoung && seen.bytes.byteLength > 0) return { kind: 'tile', bytes: seen.bytes }
    return limit(() => fetchTile(`${address}?download=1`, timeout(PATIENCE)))
  }

  async function stop(problem: Problem): Promise<void> {
    await downloads.setGoing(false)
    be({ kind: 'stopped', problem })
  }

  /** Until it is done, paused, removed or cannot go on. */
  async function fetchAll(): Promise<void> {
    for (;;) {
      const download = await downloads.read()
      if (download?.going !== true) {
        // Why it has stopped is said until the user acts on it.
        if (state.kind !== 'stopped') be({ kind: 'resting' })
        return
      }
      be({ kind: 'running' })
      const here = await downloads.addresses()
      const queue = [...tilesOf(download)].map(addressOf).filter((address) => !here.has(address))
      if (queue.length === 0) {
        // A whole one was asked to go on.
        await downloads.setGoing(false)
        return be({ kind: 'resting' })
      }
      const problem = await work(download, queue)
      if (problem !== undefined) return stop(problem)
    }
  }

  /** @returns why it cannot go on; undefined: look at what is stored */
  async function work(download: MapDownload, queue: string[]): Promise<Problem | undefined> {
    let failed = 0
    let wait = FIRST_WAIT
    let together = TOGETHER
    while (queue.length > 0) {
      if (roomOf(await storageState(storage)).kind === 'almost-none') return { code: 'device.storage-full' }
      const addresses = queue.splice(0, together)
      const came = await Promise.all(addresses.map(async (address) => ({ address, got: await obtain(address) })))
      const kept = await downloads.keep(
        download.at,
        came.flatMap(({ address, got }) => tileIn(address, got, clock())),
      )
      if (!kept.ok) return kept.problem
      if (kept.value?.going !== true) return undefined
      const verdicts = came.map(({ address, got }) => ({ address, verdict: verdictOn(got) }))
      const final = verdicts.find(({ verdict }) => verdict.kind === 'final')?.verdict
      if (final?.kind === 'final') return final.problem
      failed += verdicts.filter(({ verdict }) => verdict.kind === 'failed').length
      if (failed > MOST_FAILED) return { code: 'map.tile-failed' }
      const later = verdicts.flatMap(({ address, verdict }) => (verdict.kind === 'later' ? [{ address, verdict }] : []))
      const [first] = later
      if (first === undefined) {
        wait = FIRST_WAIT
        together = TOGETHER
        continue
      }
      queue.unshift(...later.map(({ address }) => address))
      const { problem } = first.verdict
      const told = Math.max(...later.map(({ verdict }) => verdict.after ?? wait))
      await rest(problem, Math.min(MOST_WAIT, Math.max(isPace(problem) ? PACE_WAIT : wait, told)))
      // Paused or removed meanwhile: no more tiles are wanted.
      if ((await downloads.read())?.going !== true) return undefined
      if (isPace(problem)) continue
      wait = Math.min(LONGEST_WAIT, wait * 2)
      // One tile tells whether there is anybody again.
      together = 1
    }
    return failed === 0 ? undefined : { code: 'map.tile-failed' }
  }

  async function rest(problem: Problem, milliseconds: number): Promise<void> {
    // Its own pace is no news to anybody.
    if (!isPace(problem)) be({ kind: 'waiting', problem })
    waiting = new AbortController()
    await deps.pause(milliseconds, waiting.signal)
    be({ kind: 'running' })
  }

  /** One window at a time; another one shows what is stored meanwhile, and goes on when that one is closed. */
  async function alone(work: () => Promise<void>): Promise<void> {
    if (locks === undefined) return work()
    await locks.request(LOCK, { mode: 'exclusive' }, work)
  }

  async function goOn(): Promise<void> {
    try {
      while (isAsked) {
        isAsked = false
        await alone(fetchAll)
      }
    } catch {
      be({ kind: 'stopped', problem: { code: 'device.storage-failed' } })
    } finally {
      running = undefined
    }
  }

  function run(): Promise<void> {
    waiting.abort()
    // A call while it is coming to rest counts, too.
    isAsked = true
    running ??= goOn()
    return running
  }

  return {
    read: () => downloads.read(),
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    sample: async (centre) => {
      const sample = sampleAround(centre)
      const came: FetchedTile[] = []
      // The first says whether it is allowed at all.
      for (const some of [sample.slice(0, 1), sample.slice(1)]) {
        if (came.every((got) => verdictOn(got).kind === 'here'))
          came.push(...(await Promise.all(some.map((place) => obtain(addressOf(place))))))
      }
      const bad = came.map(verdictOn).find(({ kind }) => kind !== 'here')
      if (bad !== undefined && 'problem' in bad) return { ok: false, problem: bad.problem }
      if (bad !== undefined) return refuse('map.tile-failed')
      const sizes = came.map((got) => (got.kind === 'tile' ? got.bytes.byteLength : 0))
      for (const [index, got] of came.entries()) {
        const place = sample[index]
        if (place !== undefined && got.kind === 'tile') await tiles.put(addressOf(place), got.bytes, clock())
      }
      return ok(meanByZoom(sample, sizes))
    },
    begin: async (set) => {
      const begun = await downloads.begin(set, clock())
      if (!begun.ok) return begun
      void run()
      return ok(undefined)
    },
    run,
    resume: async () => {
      const going = await downloads.setGoing(true)
      return going.ok ? run() : be({ kind: 'stopped', problem: going.problem })
    },
    pause: async () => {
      await downloads.setGoing(false)
      waiting.abort()
    },
    remove: async () => {
      const removed = await downloads.remove()
      waiting.abort()
      if (removed.ok) be({ kind: 'resting' })
      return removed
    },
  }
}

/** Our server gives so many tiles in a second, and says so. */
function isPace({ code }: Problem): boolean {
  return code === 'request.too-many'
}

function addressOf(place: TilePlace): string {
  return tileAddress('default', place)
}

function meanByZoom(places: readonly TilePlace[], sizes: readonly number[]): ReadonlyMap<number, number> {
  const byZoom = new Map<number, number[]>()
  for (const [index, { z }] of places.entries()) byZoom.set(z, [...(byZoom.get(z) ?? []), sizes[index] ?? 0])
  return new Map([...byZoom].map(([zoom, all]) => [zoom, all.reduce((sum, one) => sum + one, 0) / all.length]))
}

/** What of a tile that was asked for follows for a download. */
type TileVerdict =
  | { readonly kind: 'here' }
  /** the provider cannot give this one; the others may come */
  | { readonly kind: 'failed' }
  /** `after`: milliseconds */
  | { readonly kind: 'later'; readonly problem: Problem; readonly after?: number }
  /** asking again would give the same */
  | { readonly kind: 'final'; readonly problem: Problem }

/** A server that is busy or away, or another one on the way: later. Only our server's own words are final. */
function verdictOn(got: FetchedTile): TileVerdict {
  if (got.kind === 'tile' || isMissing(got)) return { kind: 'here' }
  if (got.kind === 'cut' || got.problem === undefined)
    return { kind: 'later', problem: { code: 'network.unreachable' }, ...waitOf(got) }
  if (got.problem.code === 'map.tile-failed') return { kind: 'failed' }
  const isTemporary = [408, 423, 425, 429, 500, 502, 503, 504].includes(got.status)
  return isTemporary ? { kind: 'later', problem: got.problem, ...waitOf(got) } : { kind: 'final', problem: got.problem }
}

/** What of it is kept; a tile that the map does not have is kept without bytes, and not asked for again. */
function tileIn(address: string, got: FetchedTile, at: number): readonly DownloadedTile[] {
  if (got.kind === 'tile') return [{ address, bytes: got.bytes, at }]
  return isMissing(got) ? [{ address, bytes: new ArrayBuffer(0), at }] : []
}

function isMissing(got: FetchedTile): boolean {
  return got.kind === 'refused' && got.problem?.code === 'map.tile-missing'
}

function waitOf(got: FetchedTile): { readonly after?: number } {
  return got.kind === 'refused' && got.after !== undefined ? { after: got.after } : {}
}
