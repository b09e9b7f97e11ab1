export type Limiter = <T>(task: () => Promise<T>) => Promise<T>

/** Runs at most so many at once, in the order in which they came. */
export function createLimiter(limit: number): Limiter {
  const waiting: (() => void)[] = []
  let running = 0
  return async (task) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await task()
    } finally {
      // A waiting task takes this one's place, so that no newcomer can slip in between.
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
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
