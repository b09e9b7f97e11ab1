import type { RequestSender } from '#domain/endpoints/index.ts'
import { PUBLIC_AUTHOR, type TemplateId } from '#domain/kernel/index.ts'
import type { PublicMapFacts } from '#domain/maps/index.ts'
import type { BrowserLike } from '#sync/index.ts'
import { publicOrigin } from './map-origin.ts'
import { createMapSource, type MapSource } from './map-source.ts'
import { openPageTiles } from './page-tiles.ts'

/** Creates the map source of a public form, for as long as the page is open. */
export function publicMapSource(
  browser: Pick<BrowserLike, 'Date' | 'fetch'>,
  { ask, form }: { readonly ask: RequestSender; readonly form: TemplateId },
): MapSource<PublicMapFacts> {
  const { Date: calendar } = browser
  return createMapSource({
    tiles: openPageTiles(),
    origin: publicOrigin(ask, form),
    account: PUBLIC_AUTHOR,
    fetch: (path, init) => browser.fetch(path, init),
    clock: () => calendar.now(),
  })
}
