import type { Problem } from '#domain/kernel/index.ts'
import type { DownloadedTile } from '#local/map/index.ts'
import type { FetchedTile } from './fetch-tile.ts'

/** What of a tile that was asked for follows for a download. */
export type TileVerdict =
  | { readonly kind: 'here' }
  /** the provider cannot give this one; the others may come */
  | { readonly kind: 'failed' }
  /** `after`: milliseconds */
  | { readonly kind: 'later'; readonly problem: Problem; readonly after?: number }
  /** asking again would give the same */
  | { readonly kind: 'final'; readonly problem: Problem }

/** A server that is busy or away, or another one on the way: later. Only our server's own words are final. */
export function verdictOn(got: FetchedTile): TileVerdict {
  if (got.kind === 'tile' || isMissing(got)) return { kind: 'here' }
  if (got.kind === 'cut' || got.problem === undefined)
    return { kind: 'later', problem: { code: 'network.unreachable' }, ...waitOf(got) }
  if (got.problem.code === 'map.tile-failed') return { kind: 'failed' }
  const isTemporary = [408, 423, 425, 429, 500, 502, 503, 504].includes(got.status)
  return isTemporary ? { kind: 'later', problem: got.problem, ...waitOf(got) } : { kind: 'final', problem: got.problem }
}

/** What of it is kept; a tile that the map does not have is kept without bytes, and not asked for again. */
export function tileIn(address: string, got: FetchedTile, at: number): readonly DownloadedTile[] {
  if (got.kind === 'tile') return [{ address, bytes: got.bytes, at }]
  return isMissing(got) ? [{ address, bytes: new ArrayBuffer(0), at }] : []
}

function isMissing(got: FetchedTile): boolean {
  return got.kind === 'refused' && got.problem?.code === 'map.tile-missing'
}

function waitOf(got: FetchedTile): { readonly after?: number } {
  return got.kind === 'refused' && got.after !== undefined ? { after: got.after } : {}
}
