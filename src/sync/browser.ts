import { NUDGE_TOPICS } from '#domain/nudges/index.ts'
import { PUBLIC_AUTHOR, sha256Schema, toHex, type Sha256 } from '#domain/kernel/index.ts'
import { outboxSummary, watch, type Local, type StorageHost } from '#local/index.ts'
import { APP_VERSION } from './app-version.ts'
import type { LockHost, SyncDeps } from './deps.ts'
import type { LiveHost } from './live.ts'
import { solvingProofs } from './proofs.ts'
import type { TriggerHost } from './triggers.ts'

/** What page and worker have in common, as far as it is used: pass `globalThis`. */
export type BrowserLike = {
  readonly Date: { now(): number }
  readonly Math: { random(): number }
  readonly fetch: (input: string, init: RequestInit) => Promise<Response>
  readonly crypto: {
    readonly subtle: { digest(algorithm: string, data: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> }
  }
  readonly navigator: { readonly locks?: LockHost; readonly storage?: StorageHost }
}

/** The real surroundings, for page and worker alike. */
export function browserDeps(
  browser: BrowserLike,
  { local, device, only }: Pick<SyncDeps, 'local' | 'device' | 'only'>,
): SyncDeps {
  const { Date: calendar, Math: chance } = browser
  const send: SyncDeps['fetch'] = (path, init) => browser.fetch(path, inBlob(init))
  const digest = (data: Uint8Array<ArrayBuffer>) => browser.crypto.subtle.digest('SHA-256', data)
  return {
    local,
    device,
    only,
    appVersion: APP_VERSION,
    // Only the public is ever asked for proofs.
    fetch: local.account === PUBLIC_AUTHOR ? solvingProofs(send, digest) : send,
    clock: () => calendar.now(),
    random: () => chance.random(),
    locks: browser.navigator.locks,
    hash: (bytes) => sha256Of(browser.crypto, bytes),
    timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
    storage: browser.navigator.storage,
  }
}

/**
 * Chromium passes a body of bytes to its network process in pieces through the page's thread, a Blob's at once:
 * measured with pieces of 300 KB, three times as many arrive. Made of bytes in memory: WebKit loses Blobs of IndexedDB.
 */
function inBlob(init: RequestInit): RequestInit {
  const { body } = init
  return body instanceof Uint8Array ? { ...init, body: new Blob([body as Uint8Array<ArrayBuffer>]) } : init
}

/** SHA-256 in lower-case hex. */
export async function sha256Of(crypto: BrowserLike['crypto'], bytes: Uint8Array<ArrayBuffer>): Promise<Sha256> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return sha256Schema.parse(toHex(digest))
}

/** What the live channel needs, where the browser has it; without locks each window listens by itself. */
export function browserLiveHost(
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
      const offs = [listen(page.document, 'visibilitychange', listener), listen(page, 'online', listener)]
      return () => offs.forEach((off) => off())
    },
    setTimer: (listener, milliseconds) => {
      const timer = page.setTimeout(listener, milliseconds)
      return () => page.clearTimeout(timer)
    },
    alone: locks === undefined ? undefined : (name, signal, run) => locks.request(name, { signal }, run),
    windows: (name, heard) => {
      const channel = new BroadcastChannel(name)
      channel.addEventListener('message', ({ data }) => {
        // From a window of ours, but perhaps of an older or newer app.
        if (Array.isArray(data)) heard(NUDGE_TOPICS.filter((topic) => data.includes(topic)))
      })
      return { tell: (topics) => channel.postMessage([...topics]), close: () => channel.close() }
    },
  }
}

type Target = {
  addEventListener(type: string, listener: () => void): void
  removeEventListener(type: string, listener: () => void): void
}
/** The page, as far as it is used. */
export type PageLike = Target & {
  readonly document: Target & { readonly visibilityState: string }
  setTimeout(listener: () => void, milliseconds: number): number
  clearTimeout(timer: number): void
}
/** A registration with Background Sync, where there is one. */
export type SyncRegistration = { readonly sync?: { register(tag: string): Promise<void> } }

/**
 * @param registration resolves when the worker is ready; undefined where there are no workers
 * @param local what other windows of this account share; undefined where there are none
 */
export function browserTriggerHost(
  page: PageLike,
  registration: Promise<SyncRegistration> | undefined,
  local?: Local,
): TriggerHost {
  return {
    onUnsent: local && ((listener) => watchUnsent(local, listener)),
    onOnline: (listener) => listen(page, 'online', listener),
    onVisible: (listener) =>
      listen(page.document, 'visibilitychange', () => {
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

function listen(target: Target, type: string, listener: () => void): () => void {
  target.addEventListener(type, listener)
  return () => target.removeEventListener(type, listener)
}

function watchUnsent(local: Local, listener: (count: number) => void): () => void {
  const watched = watch(async () => {
    const { waiting, sending } = await outboxSummary(local)
    return waiting + sending
  })
  // What storage is ill of, every run finds out.
  const watching = watched.subscribe(listener, () => undefined)
  return () => watching.unsubscribe()
}
