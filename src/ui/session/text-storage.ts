/** Short texts in browser storage, or in memory if the browser stores nothing, for example in another site's frame. */
export type TextStorage = {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
  keys(): readonly string[]
}

/** @param storageOf returns the storage; throws if storage is blocked */
export function openTextStorage(storageOf: () => Storage): TextStorage {
  const pageStorage = new Map<string, string>()
  const attempt = <T>(work: (storage: Storage) => T, otherwise: T): T => {
    try {
      return work(storageOf())
    } catch {
      return otherwise
    }
  }
  return {
    get: (key) => pageStorage.get(key) ?? attempt((storage) => storage.getItem(key), null),
    set: (key, value) => {
      const isStored = attempt((storage) => (storage.setItem(key, value), true), false)
      if (isStored) pageStorage.delete(key)
      else pageStorage.set(key, value)
    },
    remove: (key) => {
      pageStorage.delete(key)
      attempt((storage) => storage.removeItem(key), undefined)
    },
    keys: () => [...pageStorage.keys(), ...attempt((storage) => Object.keys(storage), [])],
  }
}

/** Storage of this tab. */
export const tabStorage = openTextStorage(() => sessionStorage)
/** Storage of this browser. */
export const browserStorage = openTextStorage(() => localStorage)
