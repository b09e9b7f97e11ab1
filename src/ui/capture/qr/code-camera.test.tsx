// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CodeCamera } from './code-camera.tsx'

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  vi.useFakeTimers()
  // jsdom plays nothing.
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue(undefined)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** A camera that sees these codes; null: no detector. */
async function look() {
  let seen: readonly string[] | null = []
  const onCode = vi.fn<(text: string) => void>()
  const reader = async () => {
    if (seen === null) throw new Error('no reader')
    return seen.map((text) => ({ text, format: 'qr_code' }))
  }
  const camera = { stream: {} as MediaStream, close: () => undefined }
  const [open, openReader] = [async () => camera, async () => ({ reader, end: () => undefined })]
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider>
        <CodeCamera onCode={onCode} open={open} openReader={openReader} />
      </MantineProvider>
    </I18nProvider>,
  )
  const see = async (texts: typeof seen, milliseconds = 100): Promise<void> => {
    seen = texts
    await act(async () => vi.advanceTimersByTimeAsync(milliseconds))
  }
  await see([])
  return { see, taken: () => onCode.mock.calls.map(([text]) => text) }
}

it('takes none of two codes in one picture, and each of them alone', async () => {
  const { see, taken } = await look()
  await see(['A', 'B'])
  expect(taken()).toEqual([])
  expect(screen.getByText('Hold up one ticket at a time.')).toBeTruthy()
  await see(['A'])
  expect(taken()).toEqual(['A'])
  expect(screen.queryByText('Hold up one ticket at a time.')).toBeNull()
  await see(['A', 'B'])
  // The result of the first has to be visible before the next one.
  await see(['B'], 300)
  expect(taken()).toEqual(['A'])
  await see(['B'], 400)
  expect(taken()).toEqual(['A', 'B'])
})

it('says that numbers are to be typed while nothing reads codes, and tries again', async () => {
  const { see, taken } = await look()
  await see(null)
  expect(screen.getByText('Codes cannot be read right now. Enter the number.')).toBeTruthy()
  await see(['A'], 2_200)
  expect(taken()).toEqual(['A'])
  expect(screen.queryByText('Codes cannot be read right now. Enter the number.')).toBeNull()
})
