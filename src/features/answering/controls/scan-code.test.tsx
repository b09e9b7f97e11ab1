// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DATA_TYPE, type Question } from '#domain/questions/index.ts'
import { ok } from '#domain/kernel/index.ts'
import { numberedRows } from '#tests/support/builders/numbered-rows.ts'
import { question, section, templateOf } from '#tests/support/builders/form-parts.ts'
import { type SeenCode, standInCodeReader } from '#tests/support/device/code-reader.ts'
import { addRow, setValue } from '../form/form-actions.ts'
import { FormContextProvider } from '../form/form-context.ts'
import { createFormStore } from '../form/form-store.ts'
import { SectionPanel } from '../sections/section-panel.tsx'
import { ScanCodeButton } from './scan-code.tsx'

configure({ asyncUtilTimeout: 10_000 })
/** Codes seen by the fake detector. */
let seen: readonly SeenCode[] = []
const stop = vi.fn()

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  seen = []
  stop.mockClear()
  standInCodeReader(['qr_code', 'ean_13'], () => seen, stop)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function show(questions: readonly Question[], more: object = {}) {
  const trees = section(0, questions, more)
  const form = numberedRows(createFormStore(templateOf([trees])))
  const files = { attach: async () => ok(undefined), replace: async () => ok(undefined), load: async () => undefined }
  const { unmount } = render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <FormContextProvider value={{ form, files, capture: { ScanCode: ScanCodeButton } }}>
          <SectionPanel section={trees} number={1} />
        </FormContextProvider>
      </MantineProvider>
    </I18nProvider>,
  )
  await act(async () => undefined)
  const card = (address: string) => within(document.querySelector(`[data-question="${address}"]`) as HTMLElement)
  const button = (address: string) => card(address).queryByRole('button', { name: 'Scan code' })
  const values = () => form.state.getState().content.values
  const open = async (address: string): Promise<HTMLElement> => {
    fireEvent.click(await card(address).findByRole('button', { name: 'Scan code' }))
    return screen.findByRole('dialog', { name: 'Scan a code' })
  }
  return { form, trees, card, button, values, open, unmount }
}

const coded = (orden: number, more: object = {}): Question => question(orden, { escaneable: true, ...more })
const gone = (dialog: HTMLElement) => vi.waitFor(() => expect(dialog.isConnected).toBe(false), 10_000)

describe('the button that scans a code', () => {
  it('is where the question says so, and means text or a whole number', async () => {
    const { button } = await show([
      coded(0),
      question(1),
      coded(2, { tipoDato: DATA_TYPE.NUMBER }),
      coded(3, { tipoDato: DATA_TYPE.DATE }),
    ])
    await vi.waitFor(() => expect(screen.getAllByRole('button', { name: 'Scan code' })).toHaveLength(2), 10_000)
    expect(['0/0', '0/1', '0/2', '0/3'].map((address) => button(address) !== null)).toEqual([true, false, true, false])
  })

  it('is nowhere in a browser that reads no codes: there is the field', async () => {
    vi.stubGlobal('BarcodeDetector', undefined)
    const { button, card } = await show([coded(0)])
    expect(button('0/0')).toBeNull()
    expect(card('0/0').getByRole('textbox')).toBeTruthy()
  })
})

describe('a code that was read', () => {
  it('is the text of its own row, with the focus in its field and the camera off', async () => {
    const { form, trees, values, open, card } = await show([coded(0)], { repetible: true })
    act(() => void addRow(form, trees))
    await act(async () => undefined)
    const dialog = await open('0/r0/0')
    seen = [{ rawValue: 'EXT-0042', format: 'qr_code' }]
    await gone(dialog)
    expect(values()).toEqual({ '0/r0/0': { respuesta: 'EXT-0042' } })
    expect(document.activeElement).toBe(card('0/r0/0').getByRole('textbox'))
    expect(card('0/r0/0').getByText('QR was read')).toBeTruthy()
    expect(stop).toHaveBeenCalled()
  })

  it('replaces what was typed only when someone says so, and leaves the photo beside it', async () => {
    const { form, values, open } = await show([coded(0, { adjuntar: true })])
    const imagen = 'a'.repeat(64) as never
    act(() => setValue(form, '0/0' as never, { respuesta: 'EXT-1', imagen }))
    const dialog = await open('0/0')
    seen = [{ rawValue: 'EXT-2', format: 'qr_code' }]
    const use = await screen.findByRole('button', { name: 'Use this code' })
    expect(values()).toMatchObject({ '0/0': { respuesta: 'EXT-1' } })
    fireEvent.click(use)
    await gone(dialog)
    expect(values()).toEqual({ '0/0': { respuesta: 'EXT-2', imagen } })
  })

  it('and that the question would not take from a keyboard is refused in the same words', async () => {
    const { values, open } = await show([coded(0, { tipoDato: DATA_TYPE.NUMBER })])
    await open('0/0')
    seen = [{ rawValue: 'EXT-0042', format: 'qr_code' }]
    expect(await screen.findByText('Answer with a valid whole number.')).toBeTruthy()
    expect(values()).toEqual({})
  })
})

describe('the dialog', () => {
  it('gives the focus back and turns the camera off when it is closed', async () => {
    const { open } = await show([coded(0)])
    const scan = await screen.findByRole('button', { name: 'Scan code' })
    scan.focus()
    const dialog = await open('0/0')
    await act(async () => undefined)
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
    await gone(dialog)
    expect(document.activeElement).toBe(scan)
    expect(stop).toHaveBeenCalled()
  })

  it('turns the camera off when the screen goes away around it', async () => {
    const { open, unmount } = await show([coded(0)])
    await open('0/0')
    await act(async () => undefined)
    unmount()
    expect(stop).toHaveBeenCalled()
  })
})
