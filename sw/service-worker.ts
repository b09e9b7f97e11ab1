import { createHandlerBoundToURL, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { BACKGROUND_SYNC_TAG } from '#sync/index.ts'
import { syncCurrentAccount, syncPublic } from './background-sync.ts'
import { fetchAhead } from './fetch-ahead.ts'
import { PUBLIC_PAGES } from './public-pages.ts'

/** `publico`: the public's pages need it, or they `alone` do (functions/src/embedded/build-plugins/public-files.ts). */
type BuiltFile = PrecacheEntry & { readonly publico?: true | 'alone' }

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: readonly (PrecacheEntry | string)[] }

/** Background Sync's event; TypeScript's library does not have it. */
type SyncEvent = ExtendableEvent & { readonly tag: string }
/** Static routing, where the browser has it (Chromium 123); TypeScript's library does not. */
type RoutedEvent = ExtendableEvent & {
  addRoutes?: (rule: {
    readonly condition: { readonly urlPattern: URLPatternInit }
    readonly source: 'network'
  }) => Promise<void>
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/**
 * Registered twice, for two scopes: as it is for the staff's app, and as `?publico` for the public's pages, which keep
 * only what they need and send only what the public wrote. Neither updates, wakes or empties the other.
 */
const isOfPublic = new URL(self.location.href).searchParams.has('publico')
const files = self.__WB_MANIFEST as readonly BuiltFile[]

const kept = files.filter(({ publico }) => (isOfPublic ? publico !== undefined : publico !== 'alone'))

// Before Workbox listens, so that it is ahead.
self.addEventListener('install', (event) => {
  const urls = kept.filter(({ revision }) => revision === null).map(({ url }) => url)
  event.waitUntil(
    fetchAhead(urls, { fetch: (url) => fetch(url), isKept: async (url) => (await caches.match(url)) !== undefined }),
  )
})

if (isOfPublic) {
  precacheAndRoute([...kept])
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/publico.html'), PUBLIC_PAGES))
} else {
  // The page as an installed app begins with it, also at `/`, where its icon leads.
  precacheAndRoute([...kept], { directoryIndex: 'index.html' })
  const denylist = [
    /^\/api\//,
    /^\/publico(?:\/|\.html$)/,
    /^\/ciudadano(?:\/|\.html$)/,
    /^\/pago(?:-exitoso|-denegado)?(?:\/|$)/,
    /^\/(?:cis|respuesta\/enviada)(?:\/|$)/,
  ]
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist }))
  // What reads codes is kept by the door that needs it (src/features/door/keep-reader.ts): few phones ever keep one.
  registerRoute(
    ({ sameOrigin, url }) => sameOrigin && url.pathname.endsWith('.wasm'),
    async ({ request }) => (await caches.match(request)) ?? fetch(request),
  )
}

self.addEventListener('install', (event: RoutedEvent) => {
  // What is not for the worker does not wake it: each request of a page that drains would keep the old one awake, and a
  // newer one that it let pass (`SKIP_WAITING`) waits for a moment of rest, in Chromium for five minutes at worst.
  event.waitUntil(
    event
      .addRoutes?.({ condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' })
      .catch(() => undefined) ?? Promise.resolve(),
  )
  // The very first worker has no one to disturb; every later one waits until no form is open (src/app/app-update.ts).
  if (self.registration.active === null) event.waitUntil(self.skipWaiting())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim())
})

self.addEventListener('sync', (event) => {
  const sync = event as SyncEvent
  const send = isOfPublic ? syncPublic : syncCurrentAccount
  if (sync.tag === BACKGROUND_SYNC_TAG) sync.waitUntil(send(globalThis, pause))
})

self.addEventListener('message', (event) => {
  // From workbox-window.
  const { type } = Object(event.data) as { readonly type?: unknown }
  if (type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting())
  // Asked by a page to wake this version (src/app/app-update.ts).
  if (type === 'PING') event.ports[0]?.postMessage('here')
})
