// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Camera, OpenCamera } from './camera.ts'
import type { FoundCode } from './code-reader.ts'
import { Scanner, type ScannerProps } from './scanner.tsx'

const EAN: FoundCode = { text: '7798000123455', format: 'ean_13' }
const TAG: FoundCode = { text: 'EXT-0042', format: 'code_128' }

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  vi.useFakeTimers({ shouldAdvanceTime: true })
  // jsdom plays nothing.
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue(undefined)
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue(undefined)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A fake camera: what it sees, and how it is opened. */
async function scan(props: Partial<ScannerProps> = {}) {
  let seen: readonly FoundCode[] = []
  const close = vi.fn()
  const light = vi.fn(async () => undefined)
  const camera: Camera = { stream: {} as MediaStream, light, close }
  let ended = (): void => undefined
  const open = vi.fn<OpenCamera>(async (onEnded) => {
    ended = onEnded
    return camera
  })
  const reader = vi.fn(async () => seen)
  const onTake = vi.fn()
  const onCancel = vi.fn()
  const judge: ScannerProps['judge'] = ({ text }) =>
    /^\d+$/.test(text) ? { ok: true, text } : { ok: false, why: 'Only digits' }
  const { unmount } = render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <Scanner
          subject="Serial number"
          present=""
          reader={reader}
          judge={judge}
          onTake={onTake}
          onCancel={onCancel}
          open={open}
          {...props}
        />
      </MantineProvider>
    </I18nProvider>,
  )
  const wait = () => act(() => vi.advanceTimersByTimeAsync(1000))
  await wait()
  const see = async (...codes: readonly FoundCode[]): Promise<void> => {
    seen = codes
    await wait()
  }
  const press = async (name: string): Promise<void> => {
    fireEvent.click(screen.getByRole('button', { name }))
    await wait()
  }
  return { see, press, wait, open, close, light, reader, onTake, onCancel, unmount, end: () => act(() => ended()) }
}

describe('one code in the picture', () => {
  it('that the question takes is taken as soon as it is sure, once', async () => {
    const { see, onTake } = await scan()
    expect(onTake).not.toHaveBeenCalled()
    await see(EAN)
    expect(onTake).toHaveBeenCalledExactlyOnceWith('7798000123455', EAN)
  })

  it('that would replace an answer waits until someone says so', async () => {
    const { see, press, onTake } = await scan({ present: '42' })
    await see(EAN)
    expect(onTake).not.toHaveBeenCalled()
    expect(screen.getByText('Current answer:')).toBeTruthy()
    expect(screen.getByText('42')).toBeTruthy()
    expect(screen.getByText('EAN-13')).toBeTruthy()
    expect(document.activeElement?.textContent).toBe('Use this code')
    await press('Use this code')
    expect(onTake).toHaveBeenCalledExactlyOnceWith('7798000123455', EAN)
  })

  it('that is the answer already replaces nothing', async () => {
    const { see, onTake } = await scan({ present: EAN.text })
    await see(EAN)
    expect(onTake).toHaveBeenCalledOnce()
  })

  it('that the question does not take is shown with the reason, and the camera continues when asked', async () => {
    const { see, press, onTake } = await scan()
    await see(TAG)
    expect(screen.getByText('EXT-0042')).toBeTruthy()
    expect(screen.getByText('Only digits')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Use this code' })).toBeNull()
    expect(document.activeElement?.textContent).toBe('Scan again')
    await see(EAN)
    expect(onTake).not.toHaveBeenCalled()
    await see()
    await press('Scan again')
    // The button is gone, and the focus is not behind the dialog.
    expect(document.activeElement?.getAttribute('role')).toBe('dialog')
    await see(EAN)
    expect(onTake).toHaveBeenCalledExactlyOnceWith('7798000123455', EAN)
  })
})

describe('several codes in the picture', () => {
  it('are a choice among those that the question takes', async () => {
    const { see, onTake } = await scan({ judge: ({ text }) => ({ ok: true, text }) })
    await see(EAN, TAG)
    expect(onTake).not.toHaveBeenCalled()
    expect(screen.getByText('Several codes found.')).toBeTruthy()
    const [, second] = screen.getAllByRole('button', { name: 'Use this code' })
    fireEvent.click(second ?? document.body)
    expect(onTake).toHaveBeenCalledExactlyOnceWith('EXT-0042', TAG)
  })
})

describe('the camera', () => {
  it('has its light switched on and off', async () => {
    const { press, light } = await scan()
    await press('Flashlight')
    expect(screen.getByRole('button', { name: 'Flashlight' }).getAttribute('aria-pressed')).toBe('true')
    await press('Flashlight')
    expect(light.mock.calls).toEqual([[true], [false]])
  })

  it('is off as soon as the dialog is gone, however it goes, and nothing is looked at any more', async () => {
    const { unmount, close, reader, wait } = await scan()
    expect(close).not.toHaveBeenCalled()
    unmount()
    expect(close).toHaveBeenCalledOnce()
    const looked = reader.mock.calls.length
    await wait()
    expect(reader).toHaveBeenCalledTimes(looked)
  })

  it('that is given to someone who has left in the meantime is off at once', async () => {
    const given = Promise.withResolvers<Camera>()
    const close = vi.fn()
    const { unmount, wait } = await scan({ open: () => given.promise })
    expect(screen.getByText('Starting camera…')).toBeTruthy()
    unmount()
    given.resolve({ stream: {} as MediaStream, close })
    await wait()
    expect(close).toHaveBeenCalledOnce()
  })

  it('that was taken away is said, and asked for again', async () => {
    const { end, press, open } = await scan()
    end()
    expect(screen.getByRole('alert').textContent).toBe('The camera has stopped.')
    await press('Try camera again')
    expect(open).toHaveBeenCalledTimes(2)
    expect(document.activeElement?.getAttribute('role')).toBe('dialog')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it.each([
    ['refused', /Camera access is blocked/],
    ['none', /No camera found/],
    ['busy', /Another app may be using it/],
  ] as const)('that is %s is said, and a photo of the code does as well', async (why, said) => {
    const { see, wait, onTake } = await scan({ open: async () => why })
    expect(screen.getByRole('alert').textContent).toMatch(said)
    const close = vi.fn()
    vi.stubGlobal('createImageBitmap', async () => ({ close }))
    const choose = async (): Promise<void> => {
      const input = document.querySelector('input[type="file"]') ?? document.body
      fireEvent.change(input, { target: { files: [new File(['x'], 'code.jpg')] } })
      await wait()
    }
    await see()
    await choose()
    expect(screen.getByRole('alert').textContent).toMatch(/No code found in this image/)
    await see(EAN)
    await choose()
    expect(onTake).toHaveBeenCalledExactlyOnceWith('7798000123455', EAN)
    expect(close).toHaveBeenCalledTimes(2)
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no picture')))
    await choose()
    expect(screen.getByRole('alert').textContent).toMatch(/cannot be opened/)
  })

  it('that is missing leaves nothing behind of a photo that someone no longer wants', async () => {
    const reading = [Promise.withResolvers<readonly FoundCode[]>(), Promise.withResolvers<readonly FoundCode[]>()]
    const left = [...reading]
    const reader = async () => (await left.shift()?.promise) ?? []
    vi.stubGlobal('createImageBitmap', async () => ({ close: () => undefined }))
    const { wait, onTake, unmount } = await scan({ open: async () => 'none', reader })
    const input = document.querySelector('input[type="file"]') ?? document.body
    for (const name of ['one.jpg', 'two.jpg']) {
      fireEvent.change(input, { target: { files: [new File(['x'], name)] } })
      await wait()
    }
    reading[0]?.resolve([EAN])
    await wait()
    unmount()
    reading[1]?.resolve([EAN])
    await wait()
    expect(onTake).not.toHaveBeenCalled()
  })
})
