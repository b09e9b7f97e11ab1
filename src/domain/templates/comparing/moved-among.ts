/**
 * Returns the smallest set of elements of both lists that must have been moved: all elements outside a longest
 * increasing subsequence of old positions.
 */
export function findMovedElements(before: readonly string[], after: readonly string[]): ReadonlySet<string> {
  const placeBefore = new Map(before.map((key, place) => [key, place]))
  const stayed = after.flatMap((key) => {
    const place = placeBefore.get(key)
    return place === undefined ? [] : [{ key, place }]
  })
  // `ends[n]` is the last element of the best increasing subsequence of length n + 1; `previous` links each element to
  // its predecessor in a subsequence.
  const ends: number[] = []
  const previous: number[] = []
  for (const [index, { place }] of stayed.entries()) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((stayed[ends[middle] ?? 0]?.place ?? 0) < place) low = middle + 1
      else high = middle
    }
    previous[index] = low === 0 ? -1 : (ends[low - 1] ?? -1)
    ends[low] = index
  }
  const kept = new Set<string>()
  for (let index = ends.at(-1) ?? -1; index !== -1; index = previous[index] ?? -1) kept.add(stayed[index]?.key ?? '')
  return new Set(stayed.map(({ key }) => key).filter((key) => !kept.has(key)))
}
