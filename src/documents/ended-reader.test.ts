import { afterEach, expect, it, vi } from 'vitest'
import { importForm } from './index.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('ends a reader that has not come to an end after twenty seconds, and says so', async () => {
  vi.useFakeTimers()
  const terminate = vi.fn()
  class Silent extends EventTarget {
    postMessage = () => undefined
    terminate = terminate
  }
  vi.stubGlobal('Worker', Silent)
  const read = importForm(new Uint8Array(3), 'x.csv')
  await vi.advanceTimersByTimeAsync(19_999)
  expect(terminate).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(await read).toEqual({ ok: false, problem: { code: 'import.too-slow', details: { seconds: 20 } } })
  expect(terminate).toHaveBeenCalledOnce()
})
