/**
 * One window of this browser after the other: a sign-in at the provider that begins second shows the cookie that the
 * first was given; with one of its own it would end what the first has begun.
 */
export function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  let isBegun = false
  const begin = (): Promise<T> => {
    isBegun = true
    return work()
  }
  // Where a browser blocks storage it refuses locks, too.
  const turn = navigator.locks?.request(name, begin).catch((error: unknown) => {
    if (isBegun) throw error
    return begin()
  })
  return turn ?? begin()
}
