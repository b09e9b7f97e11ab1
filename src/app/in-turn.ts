/**
 * Runs work in only one window of this browser at a time, if the browser supports locks. Needed for sign-in at the
 * provider: a second sign-in would overwrite the cookie of the first and break it.
 */
export function runInOneWindow<T>(name: string, work: () => Promise<T>): Promise<T> {
  let isBegun = false
  const begin = (): Promise<T> => {
    isBegun = true
    return work()
  }
  // The request rejects if the browser blocks storage, and with it locks.
  const turn = findLockManager()
    ?.request(name, begin)
    .catch((error: unknown) => {
      if (isBegun) throw error
      return begin()
    })
  return turn ?? begin()
}

/** The browser's locks. Undefined if not supported, or if accessing them throws because storage is blocked. */
export function findLockManager(): LockManager | undefined {
  try {
    return navigator.locks
  } catch {
    return undefined
  }
}
