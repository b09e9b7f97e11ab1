/** How alike two texts are, by the pairs of neighbouring characters that they share (Dice): 0 nothing, 1 all. An empty text is like none. */
export function similarity(one: string, other: string): number {
  const [left, right] = [pairsOf(one), pairsOf(other)]
  if (left.length === 0 || right.length === 0) return 0
  const waiting = new Map<string, number>()
  for (const pair of left) waiting.set(pair, (waiting.get(pair) ?? 0) + 1)
  let shared = 0
  for (const pair of right) {
    const unshared = waiting.get(pair) ?? 0
    if (unshared === 0) continue
    waiting.set(pair, unshared - 1)
    shared++
  }
  return (2 * shared) / (left.length + right.length)
}

function pairsOf(text: string): readonly string[] {
  const lower = text.toLowerCase()
  return Array.from({ length: Math.max(0, lower.length - 1) }, (_, index) => lower.slice(index, index + 2))
}
