/** Storage of this origin as reported by the browser, in bytes. */
export type StorageState = {
  readonly quota: number | null
  readonly usage: number | null
  /** the browser promised not to clear this storage automatically */
  readonly persisted: boolean
}

/** The methods of `navigator.storage` that are used; older browsers lack some. */
export type StorageHost = {
  estimate?(): Promise<{ quota?: number; usage?: number }>
  persisted?(): Promise<boolean>
  persist?(): Promise<boolean>
}

/**
 * Thresholds in bytes. Below the first, the photos of one day may not fit; below the second, the next answer may not.
 */
const LOW_SPACE_BYTES = 300_000_000
const LOW_STORAGE_BYTES = 60_000_000

/** Remaining space. `unknown`: the browser does not report it. */
export type FreeSpace =
  { readonly kind: 'unknown' } | { readonly kind: 'ample' | 'little' | 'almost-none'; readonly remaining: number }

/**
 * Estimates the remaining space, so that users are warned before a write fails. Less may remain, because the quota is
 * only a promise and the disk may be fuller.
 */
export function estimateFreeSpace({ quota, usage }: StorageState): FreeSpace {
  if (quota === null || usage === null) return { kind: 'unknown' }
  const remaining = Math.max(0, quota - usage)
  if (remaining < LOW_STORAGE_BYTES) return { kind: 'almost-none', remaining }
  return { kind: remaining < LOW_SPACE_BYTES ? 'little' : 'ample', remaining }
}

export async function readStorageState(host: StorageHost | undefined): Promise<StorageState> {
  const [estimate, persisted] = await Promise.all([
    askStorage<{ quota?: number; usage?: number }>(() => host?.estimate?.(), {}),
    askStorage(() => host?.persisted?.(), false),
  ])
  return { quota: estimate.quota ?? null, usage: estimate.usage ?? null, persisted }
}

/**
 * Asks the browser to keep this origin's storage. Some browsers ask the user, so it should not be called before the
 * user has saved an answer.
 */
export function persistStorage(host: StorageHost | undefined): Promise<boolean> {
  return askStorage(() => host?.persist?.(), false)
}

async function askStorage<T>(ask: () => Promise<T> | undefined, otherwise: T): Promise<T> {
  try {
    return (await ask()) ?? otherwise
  } catch {
    return otherwise
  }
}
