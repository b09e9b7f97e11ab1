/** The pairs of neighbouring characters of a text, in lower case, each with how often it is there. */
export type Pairs = { readonly counts: ReadonlyMap<string, number>; readonly total: number }

export function pairsOf(text: string): Pairs {
  const lower = text.toLowerCase()
  const counts = new Map<string, number>()
  for (let index = 0; index + 1 < lower.length; index++) {
    const pair = lower.slice(index, index + 2)
    counts.set(pair, (counts.get(pair) ?? 0) + 1)
  }
  return { counts, total: Math.max(0, lower.length - 1) }
}

/** How alike two texts are, by shared pairs (Dice): 0 nothing, 1 all. One of less than two characters is like none. */
export function similarity(one: Pairs, other: Pairs): number {
  if (one.total === 0 || other.total === 0) return 0
  let shared = 0
  for (const [pair, count] of one.counts) shared += Math.min(count, other.counts.get(pair) ?? 0)
  return (2 * shared) / (one.total + other.total)
}
