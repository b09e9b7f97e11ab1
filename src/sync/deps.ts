import type { DeviceId, Sha256, TemplateId } from '#domain/kernel/index.ts'
import type { Local, StorageHost } from '#local/index.ts'

/** What one run needs from the page or the worker that it runs in. */
export type SyncDeps = {
  readonly local: Local
  readonly device: DeviceId
  readonly fetch: Fetch
  /** milliseconds since 1970-01-01 UTC, as the device believes */
  readonly clock: () => number
  /** in [0, 1) */
  readonly random: () => number
  /** undefined where the browser has none: then only the server's idempotency guards, and it is enough */
  readonly locks: LockHost | undefined
  readonly hash: (bytes: Uint8Array<ArrayBuffer>) => Promise<Sha256>
  /** aborts after so many milliseconds */
  readonly timeout: (milliseconds: number) => AbortSignal
  readonly storage?: StorageHost | undefined
  readonly appVersion: string
  /** the one form that this page shows, or none; missing: it is given all that its account may have */
  readonly only?: TemplateId | '' | undefined
  readonly log?: ((event: string, facts: Readonly<Record<string, unknown>>) => void) | undefined
}

export type Fetch = (path: string, init: RequestInit) => Promise<Response>

/** The part of `navigator.locks` that is used. */
export type LockHost = {
  request<T>(
    name: string,
    options: { readonly ifAvailable: true } | { readonly steal: true } | { readonly mode: 'exclusive' },
    run: (lock: unknown) => Promise<T>,
  ): Promise<T>
}
