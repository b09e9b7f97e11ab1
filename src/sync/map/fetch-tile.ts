import { type Author, PUBLIC_AUTHOR, type Problem } from '#domain/kernel/index.ts'
import { tileType } from '#domain/maps/index.ts'
import { parseRetryAfter } from '#domain/sync/index.ts'
import { type Fetch, parseRefusal } from '#sync/index.ts'

/** The result of a request for one map tile. */
export type FetchedTile =
  | { readonly kind: 'tile'; readonly bytes: ArrayBuffer }
  /** no network, or a response that is not from our server */
  | { readonly kind: 'cut' }
  /** `problem`: missing when the refusal is not from our server; `after`: milliseconds that the server asks to wait */
  | { readonly kind: 'refused'; readonly status: number; readonly problem?: Problem; readonly after?: number }

/** Creates a function that requests tiles from our server for an account. */
export function tileFetcher({ fetch, account }: { readonly fetch: Fetch; readonly account: Author }) {
  return async (address: string, signal: AbortSignal): Promise<FetchedTile> => {
    try {
      const response = await fetch(address, {
        headers: { 'x-relevo-account': account },
        // A public map is requested without the session of an account in the same browser.
        credentials: account === PUBLIC_AUTHOR ? 'omit' : 'same-origin',
        cache: 'no-store',
        redirect: 'error',
        signal,
      })
      if (response.status !== 200) return await toRefusedTile(response)
      const bytes = await response.arrayBuffer()
      // A captive portal returns a page with status 200: it is neither shown nor stored.
      return tileType(new Uint8Array(bytes)) === undefined ? { kind: 'cut' } : { kind: 'tile', bytes }
    } catch {
      return { kind: 'cut' }
    }
  }
}

async function toRefusedTile(response: Response): Promise<FetchedTile> {
  const { status, headers } = response
  const json: unknown = await response.json().catch(() => undefined)
  const problem = parseRefusal('GET', { status, headers, json })
  const after = parseRetryAfter(headers)
  return {
    kind: 'refused',
    status,
    ...(problem === undefined ? {} : { problem }),
    ...(after === undefined ? {} : { after }),
  }
}
