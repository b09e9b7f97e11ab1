// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PhotoMark } from './marks.ts'
import { MarkUpDialog, type MarkUpProps } from './markup-dialog.tsx'

const written: (readonly PhotoMark[])[] = []
const MARKED = new Blob(['marked'])

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  written.length = 0
  // jsdom neither draws nor lays out.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
})
afterEach(cleanup)

async function open(props: Partial<MarkUpProps> = {}) {
  const onDone = vi.fn(async (): Promise<string | null> => null)
  const onCancel = vi.fn()
  const close = vi.fn()
  const painter: MarkUpProps['painter'] = {
    open: async () => ({ width: 1000, height: 1000, source: document.createElement('canvas'), close }),
    write: async (_, marks) => {
      written.push(marks)
      return MARKED
    },
  }
  const picture = new Blob(['photo'], { type: 'image/jpeg' })
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <MarkUpDialog picture={picture} onDone={onDone} onCancel={onCancel} painter={painter} {...props} />
      </MantineProvider>
    </I18nProvider>,
  )
  await act(async () => undefined)
  const stage = () => screen.getByRole('application')
  const key = (name: string, more = {}) => fireEvent.keyDown(stage(), { key: name, ...more })
  const finger = (kind: 'Down' | 'Move' | 'Up', x: number, y: number, pointerId = 1) => {
    const event = new MouseEvent(`pointer${kind.toLowerCase()}`, { bubbles: true, clientX: x, clientY: y })
    act(() => void stage().dispatchEvent(Object.assign(event, { pointerId })))
  }
  const keep = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Save marked photo' }))
    await act(async () => undefined)
    return written.at(-1) ?? []
  }
  return { onDone, onCancel, close, key, finger, keep }
}

describe('marking up a photo', () => {
  it('keeps nothing before there is a mark, and then the picture with it', async () => {
    const { onDone, key, keep } = await open()
    expect(screen.getByRole('button', { name: 'Save marked photo' })).toHaveProperty('disabled', true)
    fireEvent.click(screen.getByRole('radio', { name: 'Blur' }))
    key('Enter')
    expect(await keep()).toMatchObject([{ kind: 'blur' }])
    expect(onDone).toHaveBeenCalledExactlyOnceWith(MARKED)
  })

  it('by keyboard places a mark, moves it, enlarges it, takes it back and away', async () => {
    const { key, keep } = await open()
    key('Enter')
    const [placed] = await keep()
    key('ArrowLeft')
    const [moved] = await keep()
    expect(moved?.to.x).toBe((placed?.to.x ?? 0) - 10)
    expect(moved?.from.x).toBe((placed?.from.x ?? 0) - 10)
    key('ArrowDown', { shiftKey: true })
    const [stretched] = await keep()
    expect([stretched?.from.y, stretched?.to.y]).toEqual([moved?.from.y, (moved?.to.y ?? 0) + 10])
    key('z', { ctrlKey: true })
    expect(await keep()).toEqual([moved])
    key('Enter')
    key('Delete')
    expect(await keep()).toEqual([moved])
  })

  it('by finger draws from where it began to where it ends, and one step back takes all of that away', async () => {
    const { finger, keep } = await open()
    fireEvent.click(screen.getByRole('radio', { name: 'Circle' }))
    finger('Down', 150, 150)
    for (const x of [170, 190, 210]) finger('Move', x, 180)
    finger('Up', 210, 180)
    const [circle] = await keep()
    expect(circle?.from).toEqual({ x: 500, y: 500 })
    expect((circle?.to.x ?? 0) - 500).toBeCloseTo(2 * ((circle?.to.y ?? 0) - 500))
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(screen.getByRole('button', { name: 'Save marked photo' })).toHaveProperty('disabled', true)
  })

  it('by two fingers draws nothing', async () => {
    const { finger } = await open()
    finger('Down', 100, 100, 1)
    finger('Down', 200, 200, 2)
    finger('Move', 260, 260, 2)
    finger('Up', 260, 260, 2)
    finger('Up', 100, 100, 1)
    expect(screen.getByRole('button', { name: 'Save marked photo' })).toHaveProperty('disabled', true)
  })

  it('has a text once something is written', async () => {
    const { key, keep } = await open()
    fireEvent.click(screen.getByRole('radio', { name: 'Text' }))
    key('Enter')
    expect(screen.getByRole('button', { name: 'Save marked photo' })).toHaveProperty('disabled', true)
    fireEvent.change(screen.getByLabelText('Text on the photo'), { target: { value: 'Crack' } })
    fireEvent.click(screen.getByRole('radio', { name: 'Red' }))
    expect(await keep()).toMatchObject([{ kind: 'text', text: 'Crack', colour: 'red' }])
  })

  it('says why a picture was not kept, and stays with its marks; Escape takes nothing away', async () => {
    const { key, keep, onCancel } = await open({ onDone: async () => 'Storage is full' })
    key('Enter')
    await keep()
    expect(screen.getByRole('alert').textContent).toContain('Storage is full')
    key('Escape')
    expect(onCancel).not.toHaveBeenCalled()
    expect(await keep()).toHaveLength(1)
  })

  it('lets go of the picture when it closes, and says so when it cannot be opened', async () => {
    const { close } = await open()
    cleanup()
    expect(close).toHaveBeenCalledOnce()
    await open({ painter: { open: () => Promise.reject(new Error('broken')), write: async () => MARKED } })
    expect(screen.getByText('This photo cannot be opened on this device.')).toBeTruthy()
  })
})
