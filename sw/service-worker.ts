import { createHandlerBoundToURL, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { BACKGROUND_SYNC_TAG } from '#sync/index.ts'
import { syncCurrentAccount, syncPublicOutbox } from './background-sync.ts'
import { fetchAhead } from './fetch-ahead.ts'
import { createLanguageCache } from './languages.ts'
import { PUBLIC_PAGE_ROUTES } from './public-pages.ts'

/**
 * A file of the build. `publico`: the public's pages need the file; `alone`: only they need it
 * (functions/src/embedded/build-plugins/public-files.ts).
 */
type BuiltFile = PrecacheEntry & {
  readonly publico?: true | 'alone'
  /** texts of one language other than English and Spanish */
  readonly language?: string
}

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: readonly (PrecacheEntry | string)[] }

/** The event of Background Sync, which TypeScript's library lacks. */
type SyncEvent = ExtendableEvent & { readonly tag: string }
/** An event with the static routing API, where supported (Chromium 123); TypeScript's library lacks it. */
type RoutedEvent = ExtendableEvent & {
  addRoutes?: (rule: {
    readonly condition: { readonly urlPattern: URLPatternInit }
    readonly source: 'network'
  }) => Promise<void>
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/**
 * Whether this is the public's worker. The script is registered twice, with two scopes: without a query for the staff's
 * app, and with `?publico` for the public's pages. The public's worker caches only the files that its pages need, and
 * sends only the public's answers. Neither worker updates, wakes or clears the other.
 */
const isOfPublic = new URL(self.location.href).searchParams.has('publico')
const files = self.__WB_MANIFEST as readonly BuiltFile[]

const needed = files.filter(({ publico }) => (isOfPublic ? publico !== undefined : publico !== 'alone'))
const kept = needed.filter(({ language }) => language === undefined)
const languages = createLanguageCache(
  needed.flatMap(({ url, language }) => (language === undefined ? [] : [{ url: `/${url}`, language }])),
  isOfPublic ? 'relevo-language-publico' : 'relevo-language',
  caches,
)

// Registered before Workbox's listener, so that it runs first.
self.addEventListener('install', (event) => {
  const urls = kept.filter(({ revision }) => revision === null).map(({ url }) => url)
  event.waitUntil(
    fetchAhead(urls, { fetch: (url) => fetch(url), isKept: async (url) => (await caches.match(url)) !== undefined }),
  )
})

if (isOfPublic) {
  precacheAndRoute([...kept])
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/publico.html'), PUBLIC_PAGE_ROUTES))
} else {
  // `index.html` is the page with which an installed app starts; it is also served at `/`, the start URL of the app's
  // icon.
  precacheAndRoute([...kept], { directoryIndex: 'index.html' })
  const denylist = [
    /^\/api\//,
    /^\/publico(?:\/|\.html$)/,
    /^\/ciudadano(?:\/|\.html$)/,
    /^\/pago(?:-exitoso|-denegado)?(?:\/|$)/,
    /^\/(?:cis|respuesta\/enviada)(?:\/|$)/,
  ]
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist }))
  // The code reader is cached by the door that needs it (src/features/door/scanning.tsx), because few phones use it.
  registerRoute(
    ({ sameOrigin, url }) => sameOrigin && url.pathname.endsWith('.wasm'),
    async ({ request }) => (await caches.match(request)) ?? fetch(request),
  )
}

registerRoute(
  ({ sameOrigin, url }) => sameOrigin && languages.has(url.pathname),
  async ({ request }) => (await caches.match(request)) ?? fetch(request),
)

self.addEventListener('install', (event: RoutedEvent) => {
  // If a text cannot be fetched, the page shows it in another language.
  event.waitUntil(languages.update().catch(() => undefined))
  // Requests to the API bypass the worker: otherwise a page that sends its outbox would keep the old worker awake. A
  // newer worker that may take over (`SKIP_WAITING`) waits until the old worker is idle, in Chromium up to five
  // minutes.
  event.waitUntil(
    event
      .addRoutes?.({ condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' })
      .catch(() => undefined) ?? Promise.resolve(),
  )
  // The first worker activates at once; every later one waits until no form is open (src/app/app-update.ts).
  if (self.registration.active === null) event.waitUntil(self.skipWaiting())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim())
  event.waitUntil(languages.deleteOutdatedFiles())
})

self.addEventListener('sync', (event) => {
  const sync = event as SyncEvent
  const send = isOfPublic ? syncPublicOutbox : syncCurrentAccount
  if (sync.tag === BACKGROUND_SYNC_TAG) sync.waitUntil(send(globalThis, pause))
})

self.addEventListener('message', (event) => {
  // `SKIP_WAITING` is sent by workbox-window.
  const { type, language } = Object(event.data) as { readonly type?: unknown; readonly language?: unknown }
  // Sent by a page in a language other than English and Spanish (src/ui/language/more-languages.ts).
  if (type === 'LANGUAGE' && typeof language === 'string')
    event.waitUntil(languages.choose(language).catch(() => undefined))
  if (type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting())
  // Sent by a page to wake this version (src/app/app-update.ts).
  if (type === 'PING') event.ports[0]?.postMessage('here')
})
