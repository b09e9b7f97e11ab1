// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { answerIdSchema } from '#domain/kernel/index.ts'
import { useIsOpenElsewhere } from './use-draft-autosave.ts'

const DRAFT = answerIdSchema.parse('2D6K7GSQJ9SD52NG63GGH3YSRG')

/** The locks of one browser: holders of a name, and waiting requests. */
function locks() {
  const waiting: { readonly name: string; readonly take: () => void }[] = []
  const held = new Map<string, Promise<unknown>>()
  const run = (name: string, task: (lock: object | null) => Promise<unknown>): Promise<unknown> => {
    const done = task({ name }).finally(() => {
      held.delete(name)
      const next = waiting.findIndex((one) => one.name === name)
      if (next >= 0) waiting.splice(next, 1)[0]?.take()
    })
    held.set(name, done)
    return done
  }
  type Options = { readonly ifAvailable?: boolean; readonly signal?: AbortSignal }
  const request = (name: string, options: Options, task: (lock: object | null) => Promise<unknown>) => {
    if (!held.has(name)) return run(name, task)
    if (options.ifAvailable === true) return task(null)
    return new Promise((resolve, reject) => {
      const one = { name, take: () => resolve(run(name, task)) }
      waiting.push(one)
      options.signal?.addEventListener('abort', () => {
        if (waiting.includes(one)) waiting.splice(waiting.indexOf(one), 1)
        reject(new Error('left'))
      })
    })
  }
  return { request, query: async () => ({ pending: waiting.map(({ name }) => ({ name })) }) }
}

afterEach(() => vi.unstubAllGlobals())

it('is shown in both windows, and in the one that is left no more when someone comes back to it', async () => {
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks: locks() }))
  const first = renderHook(() => useIsOpenElsewhere(DRAFT))
  await act(async () => undefined)
  expect(first.result.current).toBe(false)
  const second = renderHook(() => useIsOpenElsewhere(DRAFT))
  await waitFor(() => expect([first.result.current, second.result.current]).toEqual([true, true]))
  second.unmount()
  await act(async () => void dispatchEvent(new Event('focus')))
  await waitFor(() => expect(first.result.current).toBe(false))
  const third = renderHook(() => useIsOpenElsewhere(DRAFT))
  await waitFor(() => expect([first.result.current, third.result.current]).toEqual([true, true]))
  first.unmount()
  await waitFor(() => expect(third.result.current).toBe(false))
  third.unmount()
})
