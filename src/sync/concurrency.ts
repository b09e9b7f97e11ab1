export type ConcurrencyLimiter = <T>(task: () => Promise<T>) => Promise<T>

/**
 * Creates a limiter that runs tasks in order of arrival, at most `limit()` at a time.
 * @param limit evaluated whenever a task arrives or ends
 */
export function createLimiter(limit: () => number): ConcurrencyLimiter {
  const waiting: (() => void)[] = []
  let running = 0
  function startNext(): void {
    while (waiting.length > 0 && running < limit()) {
      // Counts the task as running before it runs, so that no later task can start in between.
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

/**
 * Waits for all promises, and only then throws the first failure. No promise is still running when the caller returns.
 */
export async function waitForAllOrThrow<T>(promises: readonly Promise<T>[]): Promise<readonly T[]> {
  const settled = await Promise.allSettled(promises)
  return settled.map((settledResult) => {
    if (settledResult.status === 'rejected') throw settledResult.reason
    return settledResult.value
  })
}
