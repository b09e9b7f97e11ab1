/** Maximum wait for an idle browser, milliseconds. Enough to render a sign-in page and type into it. */
const MAX_WAIT_MS = 2_000

/** Memoises an asynchronous value. After a failure the next call tries again. */
export function memoiseSuccess<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    }))
}

/** Resolves after this number of milliseconds. */
export function waitMilliseconds(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** Resolves when the browser is idle, at the latest after `MAX_WAIT_MS`. */
export function waitUntilIdle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: MAX_WAIT_MS })
    else setTimeout(resolve, MAX_WAIT_MS)
  })
}
