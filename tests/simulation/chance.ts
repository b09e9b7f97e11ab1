/** The random numbers of a simulated world, from one seed: the same seed gives the same world. */
export type Chance = {
  /** in [0, 1) */
  next(): number
  /** whole number, both ends included */
  int(from: number, to: number): number
  happens(probability: number): boolean
  pick<T>(from: readonly T[]): T
  bytes(length: number): Uint8Array
  /** an independent stream, so that draws of one part do not shift another's */
  fork(): Chance
}

/** The sfc32 generator; passes PractRand and is fast enough for millions of draws. */
export function chanceFrom(seed: number): Chance {
  let [a, b, c, d] = [0x9e3779b9, seed | 0, (seed / 0x100000000) | 0, 1]
  const draw = (): number => {
    const sum = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    return sum >>> 0
  }
  for (let warm = 0; warm < 12; warm++) draw()
  const int = (from: number, to: number): number => from + (draw() % (to - from + 1))
  return {
    next: () => draw() / 0x100000000,
    int,
    happens: (probability) => draw() / 0x100000000 < probability,
    pick: (from) => {
      const picked = from[int(0, from.length - 1)]
      if (picked === undefined) throw new Error('Nothing to pick from')
      return picked
    },
    bytes: (length) => Uint8Array.from({ length }, () => draw() & 0xff),
    fork: () => chanceFrom(draw()),
  }
}
