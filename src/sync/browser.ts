import { NUDGE_TOPICS } from '#domain/nudges/index.ts'
import { PUBLIC_AUTHOR, sha256Schema, toHex, type Sha256 } from '#domain/kernel/index.ts'
import { readOutboxSummary, watchQuery, type Local, type StorageHost } from '#local/index.ts'
import type { LockHost, SyncDeps } from './deps.ts'
import type { LiveHost } from './live.ts'
import { withProofOfWork } from './proofs.ts'
import type { TriggerHost } from './triggers.ts'

/** App version, the same in page and worker of one build. app-version.test.ts compares it with package.json. */
export const APP_VERSION = '0.2.0'

/** The globals of page and worker that this module uses; callers pass `globalThis`. */
export type BrowserLike = {
  readonly Date: { now(): number }
  readonly Math: { random(): number }
  readonly fetch: (input: string, init: RequestInit) => Promise<Response>
  readonly crypto: {
    readonly subtle: { digest(algorithm: string, data: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> }
  }
  readonly navigator: { readonly locks?: LockHost; readonly storage?: StorageHost; readonly onLine?: boolean }
}

/** Creates the dependencies of a run in a page or worker. */
export function createSyncDeps(
  browser: BrowserLike,
  { local, device, only }: Pick<SyncDeps, 'local' | 'device' | 'only'>,
): SyncDeps {
  const { Date: calendar, Math: chance } = browser
  const send: SyncDeps['fetch'] = (path, init) => browser.fetch(path, withBlobBody(init))
  const digest = (data: Uint8Array<ArrayBuffer>) => browser.crypto.subtle.digest('SHA-256', data)
  return {
    local,
    device,
    only,
    appVersion: APP_VERSION,
    // In a run, the server asks only the public for a proof of work.
    fetch: local.account === PUBLIC_AUTHOR ? withProofOfWork(send, digest) : send,
    clock: () => calendar.now(),
    random: () => chance.random(),
    locks: browser.navigator.locks,
    hash: (bytes) => hashSha256(browser.crypto, bytes),
    timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
    storage: browser.navigator.storage,
    isOffline: () => browser.navigator.onLine === false,
  }
}

/**
 * Wraps request bytes in a Blob. Chromium sends raw bytes to its network process in pieces through the page's thread,
 * but a Blob at once, which tripled the measured throughput of uploads. The Blob is made in memory, because WebKit
 * loses Blobs that are stored in IndexedDB.
 */
function withBlobBody(init: RequestInit): RequestInit {
  const { body } = init
  return body instanceof Uint8Array ? { ...init, body: new Blob([body as Uint8Array<ArrayBuffer>]) } : init
}

/** SHA-256 in lower-case hex. */
export async function hashSha256(crypto: BrowserLike['crypto'], bytes: Uint8Array<ArrayBuffer>): Promise<Sha256> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return sha256Schema.parse(toHex(digest))
}

/** Creates the host of the live channel from the browser. Without Web Locks, each window opens its own connection. */
export function createLiveHost(
  page: PageLike,
  browser: Pick<BrowserLike, 'fetch' | 'Math'> & { readonly navigator: { readonly locks?: LockManager } },
): LiveHost {
  const { Math: chance } = browser
  const { locks } = browser.navigator
  return {
    fetch: (path, init) => browser.fetch(path, init),
    random: () => chance.random(),
    isVisible: () => page.document.visibilityState === 'visible',
    onVisibility: (listener) => {
      const offs = [addListener(page.document, 'visibilitychange', listener), addListener(page, 'online', listener)]
      return () => offs.forEach((off) => off())
    },
    setTimer: (listener, milliseconds) => {
      const timer = page.setTimeout(listener, milliseconds)
      return () => page.clearTimeout(timer)
    },
    alone: locks === undefined ? undefined : (name, signal, run) => locks.request(name, { signal }, run),
    windows: (name, onReceived) => {
      const channel = new BroadcastChannel(name)
      channel.addEventListener('message', ({ data }) => {
        // Sent by another window of this app, but possibly of an older or newer version.
        if (Array.isArray(data)) onReceived(NUDGE_TOPICS.filter((topic) => data.includes(topic)))
      })
      return { tell: (topics) => channel.postMessage([...topics]), close: () => channel.close() }
    },
  }
}

type Target = {
  addEventListener(type: string, listener: () => void): void
  removeEventListener(type: string, listener: () => void): void
}
/** The parts of the page that this module uses. */
export type PageLike = Target & {
  readonly document: Target & { readonly visibilityState: string }
  setTimeout(listener: () => void, milliseconds: number): number
  clearTimeout(timer: number): void
}
/** A service worker registration, with Background Sync where supported. */
export type SyncRegistration = { readonly sync?: { register(tag: string): Promise<void> } }

/**
 * Creates the host of the triggers from the browser.
 * @param registration resolves when the worker is ready; undefined without service workers
 * @param local the account's database, watched for entries of other windows; undefined: does not watch
 */
export function createTriggerHost(
  page: PageLike,
  registration: Promise<SyncRegistration> | undefined,
  local?: Local,
): TriggerHost {
  return {
    onUnsent: local && ((listener) => watchUnsent(local, listener)),
    onOnline: (listener) => addListener(page, 'online', listener),
    onVisible: (listener) =>
      addListener(page.document, 'visibilitychange', () => {
        if (page.document.visibilityState === 'visible') listener()
      }),
    setTimer: (listener, milliseconds) => {
      const timer = page.setTimeout(listener, milliseconds)
      return () => page.clearTimeout(timer)
    },
    registerBackgroundSync:
      registration === undefined ? undefined : async (tag) => (await registration).sync?.register(tag),
  }
}

function addListener(target: Target, type: string, listener: () => void): () => void {
  target.addEventListener(type, listener)
  return () => target.removeEventListener(type, listener)
}

function watchUnsent(local: Local, listener: (count: number) => void): () => void {
  const watched = watchQuery(async () => {
    const { waiting, sending } = await readOutboxSummary(local)
    return waiting + sending
  })
  // Ignores storage errors here, because every run reports them.
  const subscription = watched.subscribe(listener, () => undefined)
  return () => subscription.unsubscribe()
}
