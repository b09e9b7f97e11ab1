/** What the browser says about this origin's storage, in bytes. */
export type StorageState = {
  readonly quota: number | null
  readonly usage: number | null
  /** the browser promised not to clear it by itself */
  readonly persisted: boolean
}

/** The part of `navigator.storage` that is used; older browsers lack some of it. */
export type StorageHost = {
  estimate?(): Promise<{ quota?: number; usage?: number }>
  persisted?(): Promise<boolean>
  persist?(): Promise<boolean>
}

export async function storageState(host: StorageHost | undefined): Promise<StorageState> {
  const [estimate, persisted] = await Promise.all([
    attempt<{ quota?: number; usage?: number }>(() => host?.estimate?.(), {}),
    attempt(() => host?.persisted?.(), false),
  ])
  return { quota: estimate.quota ?? null, usage: estimate.usage ?? null, persisted }
}

/** Asks the browser to keep this origin's storage. Some ask the person, so call it after their first saved answer. */
export function persistStorage(host: StorageHost | undefined): Promise<boolean> {
  return attempt(() => host?.persist?.(), false)
}

async function attempt<T>(ask: () => Promise<T> | undefined, otherwise: T): Promise<T> {
  try {
    return (await ask()) ?? otherwise
  } catch {
    return otherwise
  }
}
