/** Set of places (indices) as a bitmap, 32 per word. Places beyond the last word are not in the set. */
export type Bits = Uint32Array<ArrayBuffer>

export function hasBit(bits: Bits, at: number): boolean {
  return (((bits[at >>> 5] ?? 0) >>> (at & 31)) & 1) === 1
}

export function countBits(bits: Bits): number {
  let sum = 0
  for (let index = 0; index < bits.length; index += 1) sum += countWord(bits[index] as number)
  return sum
}

/** Returns the size of the intersection of two sets. */
export function countCommonBits(a: Bits, b: Bits): number {
  const length = Math.min(a.length, b.length)
  let sum = 0
  for (let index = 0; index < length; index += 1) sum += countWord((a[index] as number) & (b[index] as number))
  return sum
}

export function intersectBits(a: Bits, b: Bits): Bits {
  const length = Math.min(a.length, b.length)
  const foundIndexes = new Uint32Array(length)
  for (let index = 0; index < length; index += 1) foundIndexes[index] = (a[index] as number) & (b[index] as number)
  return foundIndexes
}

/** Returns the difference of two sets. */
export function subtractBits(a: Bits, b: Bits): Bits {
  const foundIndexes = new Uint32Array(a)
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index += 1) foundIndexes[index] = (a[index] as number) & ~(b[index] as number)
  return foundIndexes
}

/** Adds all places of a set to `into`, which must be at least as long. */
export function addBits(into: Bits, otherBits: Bits): void {
  const length = Math.min(into.length, otherBits.length)
  for (let index = 0; index < length; index += 1) into[index] = (into[index] as number) | (otherBits[index] as number)
}

/** Yields the places of a set, ascending. */
export function* iterateBits(bits: Bits): Generator<number, void> {
  for (let word = 0; word < bits.length; word += 1) {
    let left = bits[word] as number
    while (left !== 0) {
      const bit = 31 - Math.clz32(left & -left)
      yield word * 32 + bit
      left &= left - 1
    }
  }
}

/** Returns the number of bits in a word (Hamming weight, as in Hacker's Delight). */
function countWord(word: number): number {
  let sum = word - ((word >>> 1) & 0x55555555)
  sum = (sum & 0x33333333) + ((sum >>> 2) & 0x33333333)
  return Math.imul((sum + (sum >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
