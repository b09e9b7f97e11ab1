import type { IndexValue } from '../indexing.ts'

/** Compares by code point, as SQLite and Firestore do. JavaScript's `<` sorts U+10000 and above before U+E000. */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i += 1) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x !== y) return getCodePointRank(x) - getCodePointRank(y)
  }
  return a.length - b.length
}

/** Rank of a UTF-16 unit. Surrogates rank last, because they encode code points above all single units. */
function getCodePointRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}

/** Orders null before numbers, and numbers before texts. */
export function compareValues(a: IndexValue, b: IndexValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b)
  return indexValueRank(a) - indexValueRank(b)
}

function indexValueRank(value: IndexValue): number {
  if (value === null) return 0
  return typeof value === 'number' ? 1 : 2
}
