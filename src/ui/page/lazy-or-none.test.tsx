// @vitest-environment jsdom
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { act, cleanup, render, screen } from '@testing-library/react'
import { lazyPartOrNone } from './lazy-or-none.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** A help component whose file fails to load this many times. */
function buildHelp(lost: number) {
  const load = vi.fn(async (): Promise<() => ReactNode> => {
    if (load.mock.calls.length <= lost) throw new Error('no such file')
    return () => <p>{'help'}</p>
  })
  return { load, Help: lazyPartOrNone(load) }
}
const settle = async () => act(async () => vi.advanceTimersByTimeAsync(1))

it('leaves nothing where its file is lost, and comes with the line', async () => {
  vi.useFakeTimers()
  const { Help, load } = buildHelp(1)
  const { container } = render(<Help />)
  await settle()
  expect([container.textContent, load.mock.calls.length]).toEqual(['', 1])
  act(() => void window.dispatchEvent(new Event('online')))
  await settle()
  expect(screen.getByText('help')).toBeTruthy()
})

it('is asked for again automatically while it is wanted, and by the next that is drawn', async () => {
  vi.useFakeTimers()
  const { Help, load } = buildHelp(2)
  const first = render(<Help />)
  await settle()
  await act(async () => vi.advanceTimersByTimeAsync(30_000))
  expect(load).toHaveBeenCalledTimes(2)
  first.unmount()
  await act(async () => vi.advanceTimersByTimeAsync(300_000))
  expect(load).toHaveBeenCalledTimes(2)
  render(<Help />)
  await settle()
  expect(screen.getByText('help')).toBeTruthy()
})
