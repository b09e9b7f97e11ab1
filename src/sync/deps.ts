import type { DeviceId, Sha256, TemplateId } from '#domain/kernel/index.ts'
import type { Local, StorageHost } from '#local/index.ts'

/** The dependencies of a sync run in a page or worker. */
export type SyncDeps = {
  readonly local: Local
  readonly device: DeviceId
  readonly fetch: Fetch
  /** device clock in milliseconds since 1970-01-01 UTC */
  readonly clock: () => number
  /** in [0, 1) */
  readonly random: () => number
  /** undefined if the browser lacks Web Locks: then the server's idempotency alone makes parallel runs safe */
  readonly locks: LockHost | undefined
  readonly hash: (bytes: Uint8Array<ArrayBuffer>) => Promise<Sha256>
  /** returns a signal that aborts after this time */
  readonly timeout: (milliseconds: number) => AbortSignal
  readonly storage?: StorageHost | undefined
  readonly appVersion: string
  /** returns whether the browser reports no network, which may be wrong; missing: unknown */
  readonly isOffline?: (() => boolean) | undefined
  /** the single form that this page shows, or '' for no form; missing: all forms of the account */
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
