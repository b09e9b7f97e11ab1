import { readMap } from '#domain/maps/index.ts'
import type { RequestSender } from '#domain/endpoints/index.ts'
import type { Author } from '#domain/kernel/index.ts'
import { type MapTileCache, openMapDownloads, openMapTiles } from '#local/map/index.ts'
import type { BrowserLike, PageLike } from '#sync/index.ts'
import { createMapDownloader, type MapDownloader } from './map-download.ts'
import { createAccountOrigin } from './map-origin.ts'
import { createMapSource, type MapSource } from './map-source.ts'

/** The map downloader of this page. It runs on any screen until the page is unloaded, which signing out does. */
let opened: { readonly account: Author; readonly downloader: MapDownloader } | undefined

type Browser = Pick<BrowserLike, 'Date' | 'fetch' | 'navigator'>

/** Creates the map source of this page. */
export function createBrowserMapSource(
  browser: Pick<BrowserLike, 'Date' | 'fetch'>,
  { ask, ...deps }: { readonly tiles: MapTileCache; readonly ask: RequestSender; readonly account: Author },
): MapSource {
  const { Date: calendar } = browser
  let asking = false
  /**
   * Checks the session when a tile is refused, once for many tiles. Unlike a tile request, `ask` reports an ended
   * session to all screens.
   */
  const askSession = async (): Promise<void> => {
    if (asking) return
    asking = true
    await ask(readMap, {})
    asking = false
  }
  return createMapSource({
    ...deps,
    origin: createAccountOrigin(ask),
    fetch: async (path, init) => {
      const response = await browser.fetch(path, init)
      if (response.status === 401) void askSession()
      return response
    },
    clock: () => calendar.now(),
  })
}

/** Returns this page's map downloader. */
export function getPageMapDownloader(page: PageLike, browser: Browser, account: Author): MapDownloader {
  if (opened?.account !== account) opened = { account, downloader: getDownloader(page, browser, account) }
  return opened.downloader
}

function getDownloader(page: PageLike, browser: Browser, account: Author): MapDownloader {
  const { Date: calendar } = browser
  return createMapDownloader({
    downloads: openMapDownloads(),
    tiles: openMapTiles(),
    fetch: (path, init) => browser.fetch(path, init),
    account,
    clock: () => calendar.now(),
    timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
    pause: (milliseconds, signal) => waitFor(page, milliseconds, signal),
    locks: browser.navigator.locks,
    storage: browser.navigator.storage,
  })
}

/** Waits; ends early when the network returns or the signal aborts. */
function waitFor(page: PageLike, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = page.setTimeout(done, milliseconds)
    page.addEventListener('online', done)
    signal.addEventListener('abort', done)
    function done(): void {
      page.clearTimeout(timer)
      page.removeEventListener('online', done)
      resolve()
    }
  })
}
