import { buildTilePath, sampleTiles, iterateTiles, type TileCoordinates, type TileSet } from '#domain/maps/index.ts'
import { type Author, ok, type Problem, refuse, type Result } from '#domain/kernel/index.ts'
import type { LatLng } from '#domain/places/index.ts'
import { estimateFreeSpace, type StorageHost, readStorageState } from '#local/index.ts'
import type { MapDownload, MapDownloads, MapTileCache, DownloadedTile } from '#local/map/index.ts'
import { createLimiter, type Fetch, type LockHost } from '#sync/index.ts'
import { createTileFetcher, FRESH_TILE_MS, type FetchedTile } from './map-source.ts'

/** Maximum parallel requests. */
const MAX_PARALLEL = 4
/** Tiles per database write: a crash loses about a second of work. */
const TILES_PER_WRITE = 24
/** Timeout of a request, milliseconds. */
const TILE_TIMEOUT_MS = 30_000
/** Initial and maximum back-off while the server is busy or unreachable, milliseconds. */
const INITIAL_BACKOFF_MS = 2_000
const MAX_BACKOFF = 60_000
/** Minimum wait after the server's rate limit, milliseconds. */
const PACE_WAIT = 1_000
/** Maximum of any wait, milliseconds. A timer of more than 24 days would fire at once. */
const MAX_WAIT = 60 * 60_000
/** Maximum tiles that the map provider may fail to deliver; then the download stops. */
const MAX_FAILED = 60
const LOCK = 'relevo-map-download'

export type MapDownloadDeps = {
  readonly downloads: MapDownloads
  readonly tiles: Pick<MapTileCache, 'get' | 'put'>
  readonly fetch: Fetch
  readonly account: Author
  /** milliseconds since 1970-01-01 UTC */
  readonly clock: () => number
  readonly timeout: (milliseconds: number) => AbortSignal
  /** waits; ends early when the network returns or `signal` aborts */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>
  readonly locks: LockHost | undefined
  readonly storage: StorageHost | undefined
}

/** The state of the download in this window. The progress is in the store, where every window can read it. */
export type DownloadState =
  | { readonly kind: 'resting' }
  | { readonly kind: 'running' }
  /** the server is busy or unreachable: the download continues by itself */
  | { readonly kind: 'waiting'; readonly problem: Problem }
  /** the user must do something before the download can continue */
  | { readonly kind: 'stopped'; readonly problem: Problem }

export type MapDownloader = {
  /** reads the progress, like `MapDownloads.read` */
  read: MapDownloads['read']
  state(): DownloadState
  /** @returns a function that unsubscribes */
  subscribe(listener: () => void): () => void
  /**
   * Measures the typical bytes of a tile per zoom level. Refuses with network.unreachable, map.download-not-allowed and
   * server codes.
   */
  sample(centre: LatLng): Promise<Result<ReadonlyMap<number, number>>>
  /** Refuses like `MapDownloads.begin`. */
  begin(set: TileSet): Promise<Result<undefined>>
  /** Continues an unfinished download without requesting stored tiles. Resolves when it pauses or ends. */
  run(): Promise<void>
  resume(): Promise<void>
  pause(): Promise<void>
  remove(): Promise<Result<undefined>>
}

/** Creates the downloader of the map for use without a network. It runs in one window at a time. */
export function createMapDownloader(deps: MapDownloadDeps): MapDownloader {
  const { downloads, tiles, clock, timeout, locks, storage } = deps
  const fetchTile = createTileFetcher(deps)
  const limit = createLimiter(() => MAX_PARALLEL)
  const listeners = new Set<() => void>()
  let state: DownloadState = { kind: 'resting' }
  let running: Promise<void> | undefined
  let isAsked = false
  let waiting = new AbortController()

  function setDownloadState(next: DownloadState): void {
    state = next
    for (const listener of listeners) listener()
  }

  /** Returns a tile that this device stored recently, or requests it from the server. */
  async function getOrFetchTile(address: string): Promise<FetchedTile> {
    const seen = await tiles.get(address, clock())
    const isFresh = seen !== undefined && Math.abs(clock() - seen.at) < FRESH_TILE_MS
    if (isFresh && seen.bytes.byteLength > 0) return { kind: 'tile', bytes: seen.bytes }
    return limit(() => fetchTile(`${address}?download=1`, timeout(TILE_TIMEOUT_MS)))
  }

  async function stop(problem: Problem): Promise<void> {
    await downloads.setGoing(false)
    setDownloadState({ kind: 'stopped', problem })
  }

  /** Runs until the download is complete, paused, deleted or cannot continue. */
  async function runDownload(): Promise<void> {
    for (;;) {
      const download = await downloads.read()
      if (download?.going !== true) {
        // The reason for a stop is shown until the user acts.
        if (state.kind !== 'stopped') setDownloadState({ kind: 'resting' })
        return
      }
      setDownloadState({ kind: 'running' })
      const here = await downloads.addresses()
      const queue = [...iterateTiles(download)].map(buildDefaultTileAddress).filter((address) => !here.has(address))
      if (queue.length === 0) {
        // The user resumed a download that is already complete.
        await downloads.setGoing(false)
        return setDownloadState({ kind: 'resting' })
      }
      const problem = await work(download, queue)
      if (problem !== undefined) return stop(problem)
    }
  }

  /** @returns the reason why the download cannot continue; undefined: read the stored state again */
  async function work(download: MapDownload, queue: string[]): Promise<Problem | undefined> {
    let failed = 0
    let wait = INITIAL_BACKOFF_MS
    let tilesPerWrite = TILES_PER_WRITE
    while (queue.length > 0) {
      if (estimateFreeSpace(await readStorageState(storage)).kind === 'almost-none')
        return { code: 'device.storage-full' }
      const addresses = queue.splice(0, tilesPerWrite)
      const downloadedTiles = await Promise.all(
        addresses.map(async (address) => ({ address, got: await getOrFetchTile(address) })),
      )
      const result = await downloads.keep(
        download.at,
        downloadedTiles.flatMap(({ address, got }) => toDownloadedTiles(address, got, clock())),
      )
      if (!result.ok) return result.problem
      if (result.value?.going !== true) return undefined
      const verdicts = downloadedTiles.map(({ address, got }) => ({ address, verdict: judgeTile(got) }))
      const finalVerdict = verdicts.find(({ verdict }) => verdict.kind === 'final')?.verdict
      if (finalVerdict?.kind === 'final') return finalVerdict.problem
      failed += verdicts.filter(({ verdict }) => verdict.kind === 'failed').length
      if (failed > MAX_FAILED) return { code: 'map.tile-failed' }
      const later = verdicts.flatMap(({ address, verdict }) => (verdict.kind === 'later' ? [{ address, verdict }] : []))
      const [first] = later
      if (first === undefined) {
        wait = INITIAL_BACKOFF_MS
        tilesPerWrite = TILES_PER_WRITE
        continue
      }
      queue.unshift(...later.map(({ address }) => address))
      const { problem } = first.verdict
      const requested = Math.max(...later.map(({ verdict }) => verdict.after ?? wait))
      await rest(problem, Math.min(MAX_WAIT, Math.max(isTileRateLimit(problem) ? PACE_WAIT : wait, requested)))
      // The download was paused or deleted in the meantime.
      if ((await downloads.read())?.going !== true) return undefined
      if (isTileRateLimit(problem)) continue
      wait = Math.min(MAX_BACKOFF, wait * 2)
      // Requests a single tile to test whether the server is reachable again.
      tilesPerWrite = 1
    }
    return failed === 0 ? undefined : { code: 'map.tile-failed' }
  }

  async function rest(problem: Problem, milliseconds: number): Promise<void> {
    // Does not show a wait for the rate limit.
    if (!isTileRateLimit(problem)) setDownloadState({ kind: 'waiting', problem })
    waiting = new AbortController()
    await deps.pause(milliseconds, waiting.signal)
    setDownloadState({ kind: 'running' })
  }

  /** Runs `work` in one window at a time. Another window shows the progress, and continues when this window closes. */
  async function alone(work: () => Promise<void>): Promise<void> {
    if (locks === undefined) return work()
    await locks.request(LOCK, { mode: 'exclusive' }, work)
  }

  async function resumeDownload(): Promise<void> {
    try {
      while (isAsked) {
        isAsked = false
        await alone(runDownload)
      }
    } catch {
      setDownloadState({ kind: 'stopped', problem: { code: 'device.storage-failed' } })
    } finally {
      running = undefined
    }
  }

  function run(): Promise<void> {
    waiting.abort()
    // Also counts a call that arrives while the loop is ending.
    isAsked = true
    running ??= resumeDownload()
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
      const sample = sampleTiles(centre)
      const fetchedTiles: FetchedTile[] = []
      // Requests the first tile alone, because it shows whether downloads are allowed at all.
      for (const some of [sample.slice(0, 1), sample.slice(1)]) {
        if (fetchedTiles.every((tile) => judgeTile(tile).kind === 'here'))
          fetchedTiles.push(...(await Promise.all(some.map((place) => getOrFetchTile(buildDefaultTileAddress(place))))))
      }
      const failedTile = fetchedTiles.map(judgeTile).find(({ kind }) => kind !== 'here')
      if (failedTile !== undefined && 'problem' in failedTile) return { ok: false, problem: failedTile.problem }
      if (failedTile !== undefined) return refuse('map.tile-failed')
      const sizes = fetchedTiles.map((tile) => (tile.kind === 'tile' ? tile.bytes.byteLength : 0))
      for (const [index, got] of fetchedTiles.entries()) {
        const place = sample[index]
        if (place !== undefined && got.kind === 'tile')
          await tiles.put(buildDefaultTileAddress(place), got.bytes, clock())
      }
      return ok(computeMeanByZoom(sample, sizes))
    },
    begin: async (set) => {
      const result = await downloads.begin(set, clock())
      if (!result.ok) return result
      void run()
      return ok(undefined)
    },
    run,
    resume: async () => {
      const going = await downloads.setGoing(true)
      return going.ok ? run() : setDownloadState({ kind: 'stopped', problem: going.problem })
    },
    pause: async () => {
      await downloads.setGoing(false)
      waiting.abort()
    },
    remove: async () => {
      const result = await downloads.remove()
      waiting.abort()
      if (result.ok) setDownloadState({ kind: 'resting' })
      return result
    },
  }
}

/** Returns whether the problem is our server's rate limit for tiles. */
function isTileRateLimit({ code }: Problem): boolean {
  return code === 'request.too-many'
}

function buildDefaultTileAddress(place: TileCoordinates): string {
  return buildTilePath('default', place)
}

function computeMeanByZoom(places: readonly TileCoordinates[], sizes: readonly number[]): ReadonlyMap<number, number> {
  const sizesByZoom = new Map<number, number[]>()
  for (const [index, { z }] of places.entries()) sizesByZoom.set(z, [...(sizesByZoom.get(z) ?? []), sizes[index] ?? 0])
  return new Map([...sizesByZoom].map(([zoom, all]) => [zoom, all.reduce((sum, value) => sum + value, 0) / all.length]))
}

/** The consequence of a fetched tile for the download. */
type TileVerdict =
  | { readonly kind: 'here' }
  /** the provider cannot deliver this tile; other tiles may succeed */
  | { readonly kind: 'failed' }
  /** retry later. `after`: milliseconds that the server asks to wait */
  | { readonly kind: 'later'; readonly problem: Problem; readonly after?: number }
  /** repeating the request would give the same result */
  | { readonly kind: 'final'; readonly problem: Problem }

/** Classifies a result. `later`: a busy or unreachable server, a foreign response. `final`: our other refusals. */
function judgeTile(tile: FetchedTile): TileVerdict {
  if (tile.kind === 'tile' || isMissing(tile)) return { kind: 'here' }
  if (tile.kind === 'cut' || tile.problem === undefined)
    return { kind: 'later', problem: { code: 'network.unreachable' }, ...pickRetryDelay(tile) }
  if (tile.problem.code === 'map.tile-failed') return { kind: 'failed' }
  const isTemporary = [408, 423, 425, 429, 500, 502, 503, 504].includes(tile.status)
  return isTemporary
    ? { kind: 'later', problem: tile.problem, ...pickRetryDelay(tile) }
    : { kind: 'final', problem: tile.problem }
}

/** Returns the row to store, if any. A tile that the map lacks has empty bytes, so that it is not requested again. */
function toDownloadedTiles(address: string, tile: FetchedTile, at: number): readonly DownloadedTile[] {
  if (tile.kind === 'tile') return [{ address, bytes: tile.bytes, at }]
  return isMissing(tile) ? [{ address, bytes: new ArrayBuffer(0), at }] : []
}

function isMissing(tile: FetchedTile): boolean {
  return tile.kind === 'refused' && tile.problem?.code === 'map.tile-missing'
}

function pickRetryDelay(tile: FetchedTile): { readonly after?: number } {
  return tile.kind === 'refused' && tile.after !== undefined ? { after: tile.after } : {}
}
