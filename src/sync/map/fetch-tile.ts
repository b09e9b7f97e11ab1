import { type Author, PUBLIC_AUTHOR, type Problem } from '#domain/kernel/index.ts'
import { tileType } from '#domain/maps/index.ts'
import { retryAfter } from '#domain/sync/index.ts'
import { type Fetch, refusalOf } from '#sync/index.ts'

/** What came when one tile of the map was asked for. */
export type FetchedTile =
  | { readonly kind: 'tile'; readonly bytes: ArrayBuffer }
  /** no network, or something on the way that gives something else */
  | { readonly kind: 'cut' }
  /** `problem`: missing when these are not our server's words; `after`: milliseconds that it wants us to wait */
  | { readonly kind: 'refused'; readonly status: number; readonly problem?: Problem; readonly after?: number }

/** Asks our server for a tile, by the name of an account. */
export function tileFetcher({ fetch, account }: { readonly fetch: Fetch; readonly account: Author }) {
  return async (address: string, signal: AbortSignal): Promise<FetchedTile> => {
    try {
      const response = await fetch(address, {
        headers: { 'x-relevo-account': account },
        // An account signed in in the same browser has no part in what the public looks at.
        credentials: account === PUBLIC_AUTHOR ? 'omit' : 'same-origin',
        cache: 'no-store',
        redirect: 'error',
        signal,
      })
      if (response.status !== 200) return await refused(response)
      const bytes = await response.arrayBuffer()
      // A captive portal gives a page with status 200: it is neither shown nor kept.
      return tileType(new Uint8Array(bytes)) === undefined ? { kind: 'cut' } : { kind: 'tile', bytes }
    } catch {
      return { kind: 'cut' }
    }
  }
}

async function refused(response: Response): Promise<FetchedTile> {
  const { status, headers } = response
  const json: unknown = await response.json().catch(() => undefined)
  const problem = refusalOf('GET', { status, headers, json })
  const after = retryAfter(headers)
  return {
    kind: 'refused',
    status,
    ...(problem === undefined ? {} : { problem }),
    ...(after === undefined ? {} : { after }),
  }
}
