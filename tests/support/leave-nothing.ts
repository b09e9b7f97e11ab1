import { afterAll, beforeAll, beforeEach, vi } from 'vitest'

/**
 * Minimum delay of timers that are cancelled at the end of their file, milliseconds. Shorter ones end by themselves.
 */
const LONG_MS = 1_000

const setTimer = globalThis.setTimeout
const pending = new Set<ReturnType<typeof setTimeout>>()
let cleanNotifications = (): unknown => undefined

/**
 * Test files share a worker and its document. Each file's leftovers are removed before the next, including pending
 * timers that would show a notification in a later file.
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

// Otherwise a test that looks for its own alert would wait for an earlier notification to close.
beforeEach(() => void cleanNotifications())

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  globalThis.setTimeout = setTimer
  for (const timer of pending) clearTimeout(timer)
  if (typeof document !== 'undefined') document.body.replaceChildren()
})
