import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ok, refuse, type Result } from '#domain/kernel/index.ts'
import { createJournal, WINDOW_TIMERS } from './journal.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the journal of a draft', () => {
  it('writes at most 300 ms after a keystroke', async () => {
    const write = vi.fn(async () => ok(undefined))
    createJournal(write, WINDOW_TIMERS).touch()
    await vi.advanceTimersByTimeAsync(300)
    expect(write).toHaveBeenCalledTimes(1)
  })

  it('is not starved by steady typing', async () => {
    let typed = 0
    const seen: number[] = []
    const journal = createJournal(async () => {
      seen.push(typed)
      return ok(undefined)
    }, WINDOW_TIMERS)
    for (typed = 1; typed <= 20; typed++) {
      journal.touch()
      await vi.advanceTimersByTimeAsync(50)
    }
    await vi.advanceTimersByTimeAsync(300)
    expect(seen.length).toBeGreaterThanOrEqual(4)
    expect(seen.at(-1)).toBeGreaterThanOrEqual(20)
  })

  it('writes at once when the page is hidden, and nothing when nothing changed', async () => {
    const write = vi.fn(async () => ok(undefined))
    const journal = createJournal(write, WINDOW_TIMERS)
    await journal.flush()
    expect(write).not.toHaveBeenCalled()
    journal.touch()
    await journal.flush()
    expect(write).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1000)
    expect(write).toHaveBeenCalledTimes(1)
  })

  it('never writes twice at the same time, and the last word is written', async () => {
    let running = 0
    let text = ''
    const written: string[] = []
    const journal = createJournal(async () => {
      running += 1
      expect(running).toBe(1)
      const now = text
      await new Promise((resolve) => void setTimeout(resolve, 500))
      written.push(now)
      running -= 1
      return ok(undefined)
    }, WINDOW_TIMERS)
    for (const next of ['a', 'ab', 'abc']) {
      text = next
      journal.touch()
      await vi.advanceTimersByTimeAsync(220)
    }
    await vi.advanceTimersByTimeAsync(2000)
    expect(written.at(-1)).toBe('abc')
    expect(journal.status()).toEqual({ kind: 'kept' })
  })

  it('says that it failed, and tries again with the next change', async () => {
    const results: Result<void>[] = [refuse('device.storage-full'), ok(undefined)]
    const journal = createJournal(async () => results.shift() ?? ok(undefined), WINDOW_TIMERS)
    journal.touch()
    await vi.advanceTimersByTimeAsync(300)
    expect(journal.status()).toEqual({ kind: 'failed', problem: { code: 'device.storage-full' } })
    journal.touch()
    await vi.advanceTimersByTimeAsync(300)
    expect(journal.status()).toEqual({ kind: 'kept' })
  })

  it('says that it failed when a write breaks', async () => {
    const journal = createJournal(() => Promise.reject(new TypeError('broken')), WINDOW_TIMERS)
    journal.touch()
    await expect(journal.flush()).rejects.toThrow('broken')
    expect(journal.status()).toEqual({ kind: 'failed', problem: { code: 'device.storage-failed' } })
  })

  it('writes nothing after it was closed, so that a saved draft cannot come back; reopened, it writes what is pending', async () => {
    const write = vi.fn(async () => ok(undefined))
    const journal = createJournal(write, WINDOW_TIMERS)
    journal.touch()
    await journal.close()
    journal.touch()
    await vi.advanceTimersByTimeAsync(1000)
    expect(write).not.toHaveBeenCalled()
    journal.reopen()
    await vi.advanceTimersByTimeAsync(300)
    expect(write).toHaveBeenCalledTimes(1)
  })
})
