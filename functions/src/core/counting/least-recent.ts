/** A cache that evicts the least recently used entries. */
export class LruCache<K, V> {
  readonly #most: number
  readonly #kept = new Map<K, { readonly value: V; readonly size: number }>()
  #size = 0

  /** @param max total size, in the unit of the entries' sizes */
  constructor(max: number) {
    this.#most = max
  }

  get(key: K): V | undefined {
    const entry = this.#kept.get(key)
    if (entry === undefined) return undefined
    this.#kept.delete(key)
    this.#kept.set(key, entry)
    return entry.value
  }

  put(key: K, value: V, size: number): void {
    this.drop(key)
    if (size > this.#most) return
    this.#kept.set(key, { value, size })
    this.#size += size
    for (const [oldest] of this.#kept) {
      if (this.#size <= this.#most) return
      this.drop(oldest)
    }
  }

  drop(key: K): void {
    const entry = this.#kept.get(key)
    if (entry === undefined) return
    this.#kept.delete(key)
    this.#size -= entry.size
  }

  clear(): void {
    this.#kept.clear()
    this.#size = 0
  }
}
