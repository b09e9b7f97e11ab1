import type { IndexValue } from '../indexing.ts'

/** Compares by code point, as SQLite and Firestore do; JavaScript's `<` puts U+10000 and beyond before U+E000. */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i += 1) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x !== y) return rank(x) - rank(y)
  }
  return a.length - b.length
}

/** Surrogates encode code points beyond every other single unit. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}

/** Orders numbers before texts. */
export function compareValues(a: IndexValue, b: IndexValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b)
  return kind(a) - kind(b)
}

function kind(value: IndexValue): number {
  if (value === null) return 0
  return typeof value === 'number' ? 1 : 2
}
