export type Limiter = <T>(task: () => Promise<T>) => Promise<T>

/** Runs at most so many at once, in the order in which they came. @param limit asked again whenever one ends */
export function createLimiter(limit: () => number): Limiter {
  const waiting: (() => void)[] = []
  let running = 0
  function startNext(): void {
    while (waiting.length > 0 && running < limit()) {
      // Counted before it runs, so that no newcomer can slip in between.
      running += 1
      waiting.shift()?.()
    }
  }
  return async (task) => {
    if (waiting.length > 0 || running >= limit()) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await task()
    } finally {
      running -= 1
      startNext()
    }
  }
}

/** Waits for all of them, and only then throws what the first failure was: nothing goes on behind the caller's back. */
export async function allOf<T>(promises: readonly Promise<T>[]): Promise<readonly T[]> {
  const settled = await Promise.allSettled(promises)
  return settled.map((one) => {
    if (one.status === 'rejected') throw one.reason
    return one.value
  })
}
