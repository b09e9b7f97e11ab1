// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ok } from '#domain/kernel/index.ts'
import { templateOf } from '#tests/support/builders/form-parts.ts'
import { claimFor } from '#tests/support/builders/submit.ts'
import { mediaThat } from '#tests/support/what-jsdom-lacks.ts'
import { Dialog } from '#ui/index.ts'
import { FormContextProvider } from '../form/form-context.ts'
import { createFormStore } from '../form/form-store.ts'
import { SignaturePad } from './signature-pad.tsx'

/** jsdom has no canvas: the test draws the strokes and reads them back. */
const { paper } = vi.hoisted(() => ({
  paper: { strokes: [] as object[], end: () => undefined as void, look: {} as object },
}))
vi.mock('signature_pad', () => ({
  default: class {
    constructor(_: HTMLCanvasElement, look: object) {
      paper.look = look
    }
    toData = () => paper.strokes
    fromData = (strokes: object[]) => (paper.strokes = strokes)
    addEventListener = (_: string, end: () => void) => (paper.end = end)
    off = () => undefined
  },
}))

beforeAll(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined
      disconnect = () => undefined
      unobserve = () => undefined
    },
  )
  HTMLCanvasElement.prototype.getContext = (() => null) as never
  HTMLCanvasElement.prototype.toBlob = (done) => done(new Blob(['png']))
})
beforeEach(() => {
  paper.strokes = []
  left.mockClear()
})
afterEach(cleanup)

const NAMES = { indexSignature: 0, title: 'Owner', firstName: 'Ana', lastName: 'Paz' }
const [closed, left] = [vi.fn(), vi.fn()]

function open(inDialog = false) {
  const drawn = vi.fn<(png: Promise<Blob | null> | null) => void>()
  const form = createFormStore(templateOf([]), { header: { signatures: [NAMES] } })
  const before = { ...NAMES, image: claimFor('before', 'image/png').sha256 }
  const files = { attach: async () => ok(undefined), replace: async () => ok(undefined), load: async () => undefined }
  const pad = (
    <FormContextProvider value={{ form, files }}>
      <SignaturePad title="Owner" before={before} name="Ana Paz" onDrawn={drawn} onClose={left} />
    </FormContextProvider>
  )
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <button type="button">{'before'}</button>
        {inDialog ? (
          <Dialog opened title="To read" onClose={closed}>
            {pad}
          </Dialog>
        ) : (
          pad
        )}
        <button type="button">{'after'}</button>
      </MantineProvider>
    </I18nProvider>,
  )
  return { drawn, form, before }
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const draw = () =>
  act(() => {
    paper.strokes = [...paper.strokes, { points: [{ x: 1, y: 1 }] }]
    paper.end()
  })
/** A browser moves the focus unless the key's default is prevented. */
const isHeld = (shiftKey = false) => !fireEvent.keyDown(document.activeElement as Element, { key: 'Tab', shiftKey })
const focused = () => document.activeElement?.textContent

describe('the pad', () => {
  it('draws a line of two pixels, however quick the hand is: the library takes half of that as its radius', () => {
    open()
    expect(paper.look).toMatchObject({ minWidth: 1, maxWidth: 1, dotSize: 1 })
  })

  it('hands over a picture with each stroke, and nothing once it is empty again', async () => {
    const { drawn } = open()
    expect(button('Undo stroke').disabled).toBe(true)
    draw()
    draw()
    await expect(drawn.mock.lastCall?.[0]).resolves.toBeInstanceOf(Blob)
    fireEvent.click(button('Undo stroke'))
    expect(paper.strokes).toHaveLength(1)
    fireEvent.click(button('Clear'))
    expect([drawn.mock.calls.length, drawn.mock.lastCall]).toEqual([4, [null]])
    screen.getByRole('img', { name: 'Owner' })
  })

  it('names the signer, holds the focus in both directions, and Escape gives the form back', async () => {
    open()
    draw()
    const dialog = screen.getByRole('dialog', { name: 'Owner' })
    screen.getByRole('heading', { name: 'Owner' })
    expect(dialog.textContent).toMatch(/^OwnerAna Paz/)
    await waitFor(() => expect(focused()).toBe('Done'))
    expect([isHeld(), focused()]).toEqual([true, 'Cancel'])
    expect([isHeld(true), focused()]).toEqual([true, 'Done'])
    // Clicking the canvas does not close it either.
    act(() => dialog.focus())
    expect([isHeld(true), focused()]).toEqual([true, 'Done'])
    act(() => button('Clear').focus())
    fireEvent.click(button('Clear'))
    expect(document.activeElement).toBe(dialog)
    expect([isHeld(true), focused()]).toEqual([true, 'Done'])
    expect(left).not.toHaveBeenCalled()
    fireEvent.keyDown(button('Done'), { key: 'Escape' })
    fireEvent.click(button('Done'))
    expect(left).toHaveBeenCalledTimes(2)
  })

  it('discards what was drawn on Cancel, and gives back the earlier signature', () => {
    const { drawn, form, before } = open()
    form.state.setState({ undo: { what: { kind: 'signature' }, run: () => undefined } })
    draw()
    fireEvent.click(button('Cancel'))
    expect(drawn.mock.lastCall).toEqual([null])
    expect(form.state.getState()).toMatchObject({ header: { signatures: [before] }, undo: null })
    expect(left).toHaveBeenCalledTimes(1)
  })

  it('fills a phone in landscape, and leaves full screen when it closes', async () => {
    const [full, lock, exit] = [
      vi.fn(async () => undefined),
      vi.fn(async () => undefined),
      vi.fn(async () => undefined),
    ]
    vi.stubGlobal('matchMedia', (query: string) => mediaThat(query === '(pointer: coarse)')(query))
    vi.stubGlobal('screen', { orientation: { lock } })
    Object.assign(document.documentElement, { requestFullscreen: full })
    Object.assign(document, { exitFullscreen: exit })
    Object.defineProperty(document, 'fullscreenElement', { configurable: true, value: document.body })
    open()
    await waitFor(() => expect(lock).toHaveBeenCalledExactlyOnceWith('landscape'))
    expect([full.mock.calls.length, exit.mock.calls.length]).toEqual([1, 0])
    cleanup()
    expect(exit).toHaveBeenCalledTimes(1)
    vi.unstubAllGlobals()
    for (const name of ['exitFullscreen', 'fullscreenElement']) Reflect.deleteProperty(document, name)
    Reflect.deleteProperty(document.documentElement, 'requestFullscreen')
  })

  it('in a dialog gives the dialog back, not the page behind it', async () => {
    open(true)
    await waitFor(() => expect(focused()).toBe('Done'))
    fireEvent.keyDown(button('Done'), { key: 'Escape' })
    expect([left.mock.calls.length, closed.mock.calls.length]).toEqual([1, 0])
  })
})
