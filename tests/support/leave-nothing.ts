import { afterAll, vi } from 'vitest'

/** Test files share a worker: what one of them has put in a global's or a clock's place is gone before the next. */
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})
