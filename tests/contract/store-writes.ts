import type { Store } from '#core/ports.ts'
import type { StoredDocument, Unit, Write } from '#domain/store/index.ts'

export function set(key: string, document: StoredDocument): Write {
  return { kind: 'set', key, document }
}

export function commit(store: Store, writes: readonly Write[]): Promise<void> {
  return store.commit({ keysFor: () => [], decide: () => ({ result: undefined, writes }) })
}

export function put(store: Store, key: string, document: StoredDocument): Promise<void> {
  return commit(store, [set(key, document)])
}

export function remove(store: Store, key: string): Promise<void> {
  return commit(store, [{ kind: 'delete', key }])
}

export function increment(key: string): Unit<number> {
  return {
    keysFor: () => [key],
    decide: (found) => {
      const count = Number(found.get(key)?.['count'] ?? 0) + 1
      return { result: count, writes: [set(key, { count })] }
    },
  }
}
