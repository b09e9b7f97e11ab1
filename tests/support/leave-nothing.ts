import { afterAll, beforeAll, beforeEach, vi } from 'vitest'

/** Shortest delay of a timer that is cancelled at the end of its file, milliseconds. Shorter ones end by themselves. */
const LONG_MS = 1_000

const setTimer = globalThis.setTimeout
const pending = new Set<ReturnType<typeof setTimeout>>()
let cleanNotifications = (): unknown => undefined

/**
 * Test files share a worker and its document. What one file has put there is gone before the next, also a wait of
 * seconds that would show its notification in a later file.
 */
beforeAll(async () => {
  if (typeof document === 'undefined') return
  globalThis.setTimeout = Object.assign((handler: () => void, delay?: number, ...rest: []) => {
    const timer = setTimer(handler, delay, ...rest)
    if ((delay ?? 0) >= LONG_MS) pending.add(timer)
    return timer
  }, setTimer)
  const { notifications } = await import('@mantine/notifications')
  cleanNotifications = () => notifications.clean()
})

// A test that looks for its own alert would wait for the earlier test's notification to close.
beforeEach(() => void cleanNotifications())

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  globalThis.setTimeout = setTimer
  for (const timer of pending) clearTimeout(timer)
  if (typeof document !== 'undefined') document.body.replaceChildren()
})
