import type { Author } from '#domain/kernel/index.ts'
import { openMapDownloads, openMapTiles } from '#local/index.ts'
import { listen, type BrowserLike, type PageLike } from './browser.ts'
import type { MapDownloader } from './map-download.ts'

/** Until the page is left, which signing out does: whatever screen is open, it goes on. */
let opened: { readonly account: Author; readonly downloader: Promise<MapDownloader> } | undefined

type Browser = Pick<BrowserLike, 'Date' | 'fetch' | 'navigator'>

/** This page's downloader of the map. Rejects when its file cannot be had. */
export function pageMapDownloader(page: PageLike, browser: Browser, account: Author): Promise<MapDownloader> {
  if (opened?.account !== account) {
    const downloader = loadMapDownloader(page, browser, account)
    opened = { account, downloader }
    downloader.catch(() => (opened = undefined))
  }
  return opened.downloader
}

/** At the start: what was under way when the app was closed goes on. */
export async function goOnWithMap(page: PageLike, browser: Browser, account: Author): Promise<void> {
  const download = await openMapDownloads().read()
  if (download?.going === true) await (await pageMapDownloader(page, browser, account)).run()
}

async function loadMapDownloader(page: PageLike, browser: Browser, account: Author): Promise<MapDownloader> {
  const { createMapDownloader } = await import('./map-download.ts')
  const { Date: calendar } = browser
  return createMapDownloader({
    downloads: openMapDownloads(),
    tiles: openMapTiles(),
    fetch: (path, init) => browser.fetch(path, init),
    account,
    clock: () => calendar.now(),
    timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
    pause: (milliseconds, signal) =>
      new Promise((resolve) => {
        const timer = page.setTimeout(done, milliseconds)
        const off = listen(page, 'online', done)
        signal.addEventListener('abort', done)
        function done(): void {
          page.clearTimeout(timer)
          off()
          resolve()
        }
      }),
    locks: browser.navigator.locks,
    storage: browser.navigator.storage,
  })
}
