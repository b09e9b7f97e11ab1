/** A percentile of samples. Every figure of the bench is a median or a named percentile, never a mean. */

export function percentile(samples: readonly number[], share: number): number {
  if (samples.length === 0) throw new Error('No samples were measured')
  const sorted = [...samples].sort((a, b) => a - b)
  const index = Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))
  return sorted[index] ?? Number.NaN
}

export function median(samples: readonly number[]): number {
  if (samples.length === 0) throw new Error('No samples were measured')
  const sorted = [...samples].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

/** Rounds to three significant digits: more would suggest a precision that a shared machine does not have. */
export function rounded(value: number): number {
  return Number(value.toPrecision(3))
}
