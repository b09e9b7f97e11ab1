/** A seeded random generator: the same seed gives the same demonstration. Not for secrets. */
export type Random = {
  /** 0 ≤ x < 1 */
  next(): number
  /** an integer, both ends included */
  int(from: number, to: number): number
  chance(probability: number): boolean
  pick<T>(from: readonly T[]): T
  /** picks by weight */
  weighted<T>(from: readonly (readonly [T, number])[]): T
  /** some of the items, in order */
  some<T>(from: readonly T[], count: number): readonly T[]
  bytes(length: number): Uint8Array
  /** an independent generator that costs one draw of this one */
  fork(): Random
}

/** mulberry32: small, and good enough for demonstration data. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  function int(from: number, to: number): number {
    return from + Math.floor(next() * (to - from + 1))
  }
  function weighted<T>(from: readonly (readonly [T, number])[]): T {
    let remaining = next() * from.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [item, weight] of from) {
      remaining -= weight
      if (remaining < 0) return item
    }
    return getLastItem(from)[0]
  }
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (from) => from[int(0, from.length - 1)] ?? getLastItem(from),
    weighted,
    some: (from, count) => {
      const chosen = new Set<number>()
      while (chosen.size < Math.min(count, from.length)) chosen.add(int(0, from.length - 1))
      return from.filter((_, index) => chosen.has(index))
    },
    bytes: (length) => Uint8Array.from({ length }, () => int(0, 255)),
    fork: () => createRandom(int(0, 2 ** 32 - 1)),
  }
}

function getLastItem<T>(from: readonly T[]): T {
  const item = from.at(-1)
  if (item === undefined) throw new Error('Nothing to pick from')
  return item
}
