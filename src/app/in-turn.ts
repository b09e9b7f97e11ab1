/**
 * Runs work in one window of this browser at a time. Otherwise a second sign-in at the provider, started with its own
 * cookie, would end the first one.
 */
export function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  let isBegun = false
  const begin = (): Promise<T> => {
    isBegun = true
    return work()
  }
  // A browser that blocks storage also refuses locks.
  const turn = findLocks()
    ?.request(name, begin)
    .catch((error: unknown) => {
      if (isBegun) throw error
      return begin()
    })
  return turn ?? begin()
}

/** The browser's locks; undefined without them, and where even naming them throws because storage is blocked. */
export function findLocks(): LockManager | undefined {
  try {
    return navigator.locks
  } catch {
    return undefined
  }
}
