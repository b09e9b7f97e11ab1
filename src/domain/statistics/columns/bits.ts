/** Set of places as a bitmap, 32 per word. Places beyond the last word are not in the set. */
export type Bits = Uint32Array<ArrayBuffer>

export function hasBit(bits: Bits, at: number): boolean {
  return (((bits[at >>> 5] ?? 0) >>> (at & 31)) & 1) === 1
}

export function countBits(bits: Bits): number {
  let sum = 0
  for (let at = 0; at < bits.length; at += 1) sum += countWord(bits[at] as number)
  return sum
}

/** Size of the intersection. */
export function countBoth(one: Bits, other: Bits): number {
  const length = Math.min(one.length, other.length)
  let sum = 0
  for (let at = 0; at < length; at += 1) sum += countWord((one[at] as number) & (other[at] as number))
  return sum
}

export function intersectBits(one: Bits, other: Bits): Bits {
  const length = Math.min(one.length, other.length)
  const found = new Uint32Array(length)
  for (let at = 0; at < length; at += 1) found[at] = (one[at] as number) & (other[at] as number)
  return found
}

/** Difference of two sets. */
export function subtractBits(one: Bits, other: Bits): Bits {
  const found = new Uint32Array(one)
  const length = Math.min(one.length, other.length)
  for (let at = 0; at < length; at += 1) found[at] = (one[at] as number) & ~(other[at] as number)
  return found
}

/** Adds a set to `into`, which must be at least as long. */
export function addBits(into: Bits, other: Bits): void {
  const length = Math.min(into.length, other.length)
  for (let at = 0; at < length; at += 1) into[at] = (into[at] as number) | (other[at] as number)
}

/** Places of a set, ascending. */
export function* placesIn(bits: Bits): Generator<number, void> {
  for (let word = 0; word < bits.length; word += 1) {
    let left = bits[word] as number
    while (left !== 0) {
      const bit = 31 - Math.clz32(left & -left)
      yield word * 32 + bit
      left &= left - 1
    }
  }
}

/** Number of bits in a word (Hamming weight, as in Hacker's Delight). */
function countWord(word: number): number {
  let sum = word - ((word >>> 1) & 0x55555555)
  sum = (sum & 0x33333333) + ((sum >>> 2) & 0x33333333)
  return Math.imul((sum + (sum >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
