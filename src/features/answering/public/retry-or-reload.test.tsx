// @vitest-environment jsdom
import type { ComponentType } from 'react'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { loadComponentOrReload } from './public-pages.tsx'

afterEach(cleanup)

const Saved: ComponentType = () => null

/** @param lost number of failed loads of the file @param gone number of failed requests */
function lineThat(lost: number, gone: number) {
  const load = vi.fn(async () => {
    if (load.mock.calls.length <= lost) throw new TypeError('Failed to fetch dynamically imported module')
    return Saved
  })
  const isThere = vi.fn(async () => isThere.mock.calls.length > gone)
  const line = { pause: vi.fn(async () => undefined), isThere, reload: vi.fn() }
  return { ...line, load, come: () => loadComponentOrReload(load, line) }
}

it('is the component where its file comes: no one waits, and no one is asked', async () => {
  const { come, pause, isThere } = lineThat(0, 0)
  expect(await come()).toBe(Saved)
  expect([pause, isThere].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
})

it('is asked for again once the line is there, not before', async () => {
  const { come, load, pause, reload } = lineThat(1, 2)
  expect(await come()).toBe(Saved)
  expect([load, pause, reload].map(({ mock }) => mock.calls.length)).toEqual([2, 3, 0])
})

it('reloads the page where a browser, or a newer server, does not give it a second time, and only once it is drawn', async () => {
  const { come, reload } = lineThat(Number.POSITIVE_INFINITY, 1)
  const ReloadOnce = await come()
  expect(reload).not.toHaveBeenCalled()
  render(<ReloadOnce />)
  expect(reload).toHaveBeenCalledOnce()
})
