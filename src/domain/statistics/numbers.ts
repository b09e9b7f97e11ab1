import { UNSUMMABLE_NUMBER } from './answer-codes.ts'

/** Approximate number of bars in a histogram. */
const BINS = 20

type Bin = { readonly from: number; readonly to: number; readonly count: number }
export type NumberFigures = {
  readonly n: number
  readonly beyond: number
  readonly sum: number | null
  readonly mean: number | null
  readonly deviation: number | null
  readonly least: number | null
  readonly q1: number | null
  readonly median: number | null
  readonly q3: number | null
  readonly most: number | null
  readonly bins: readonly Bin[]
}
type Entry = readonly [hundredths: number, count: number]

/**
 * Computes figures of numbers. Sums are exact; only the final division rounds.
 * @param codes numbers in hundredths (codes of `listValueCodes`), with their counts
 */
export function computeNumberFigures(codes: ReadonlyMap<string, number>): NumberFigures {
  const beyond = codes.get(UNSUMMABLE_NUMBER) ?? 0
  const entries = [...codes]
    .filter(([code, count]) => code !== UNSUMMABLE_NUMBER && count > 0)
    .map(([code, count]): Entry => [Number(code), count])
    .toSorted(([a], [b]) => a - b)
  let [n, sum, squares] = [0, 0n, 0n]
  for (const [value, count] of entries) {
    n += count
    sum += BigInt(value) * BigInt(count)
    squares += BigInt(value) * BigInt(value) * BigInt(count)
  }
  const first = entries[0]?.[0]
  const last = entries.at(-1)?.[0]
  if (first === undefined || last === undefined) return { ...NO_FIGURES, beyond }
  return {
    n,
    beyond,
    sum: Number(sum) / 100,
    mean: divideBigInts(sum, BigInt(n)) / 100,
    deviation:
      n < 2 ? null : Math.sqrt(divideBigInts(BigInt(n) * squares - sum * sum, BigInt(n) * BigInt(n - 1))) / 100,
    least: first / 100,
    q1: computeQuantile(entries, n, 0.25),
    median: computeQuantile(entries, n, 0.5),
    q3: computeQuantile(entries, n, 0.75),
    most: last / 100,
    bins: buildBins(entries, first, last),
  }
}

/** Figures if there are no numbers, or so few that a figure could reveal a single answer. */
export const EMPTY_NUMBER_FIGURES = {
  sum: null,
  mean: null,
  deviation: null,
  least: null,
  q1: null,
  median: null,
  q3: null,
  most: null,
  bins: [],
} as const
const NO_FIGURES: NumberFigures = { n: 0, beyond: 0, ...EMPTY_NUMBER_FIGURES }

/** Divides as exactly as a double allows. */
function divideBigInts(above: bigint, below: bigint): number {
  const whole = above / below
  return Number(whole) + Number(above - whole * below) / Number(below)
}

/** Returns a quantile by linear interpolation (type 7 of Hyndman and Fan). */
function computeQuantile(entries: readonly Entry[], n: number, part: number): number {
  const place = (n - 1) * part
  const low = valueAt(entries, Math.floor(place))
  const high = valueAt(entries, Math.ceil(place))
  return (low + (high - low) * (place - Math.floor(place))) / 100
}

function valueAt(entries: readonly Entry[], place: number): number {
  let before = 0
  for (const [value, count] of entries) {
    before += count
    if (place < before) return value
  }
  return entries.at(-1)?.[0] ?? 0
}

/**
 * Returns the bars of a histogram: one per value if there are few values, otherwise bars of equal width, which is 1, 2
 * or 5 times a power of ten.
 */
function buildBins(entries: readonly Entry[], first: number, last: number): readonly Bin[] {
  if (entries.length <= BINS) return entries.map(([value, count]) => ({ from: value / 100, to: value / 100, count }))
  const width = computeBinWidth((last - first) / BINS)
  const start = Math.floor(first / width)
  const counts = new Map<number, number>()
  for (const [value, count] of entries) {
    const at = Math.floor(value / width)
    counts.set(at, (counts.get(at) ?? 0) + count)
  }
  return Array.from({ length: Math.floor(last / width) - start + 1 }, (_, at) => ({
    from: ((start + at) * width) / 100,
    to: ((start + at + 1) * width) / 100,
    count: counts.get(start + at) ?? 0,
  }))
}

function computeBinWidth(min: number): number {
  const scale = 10 ** Math.floor(Math.log10(Math.max(1, min)))
  return ([1, 2, 5, 10].find((step) => step * scale >= min) ?? 10) * scale
}
