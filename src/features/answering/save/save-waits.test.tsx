// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SignatureConfig } from '#domain/templates/index.ts'
import { ok, refuse, type Result } from '#domain/kernel/index.ts'
import { question, section, templateOf } from '#tests/support/builders/form-parts.ts'
import { buildTemplate } from '#tests/support/builders/template.ts'
import { FormContextProvider } from '../form/form-context.ts'
import { createFormStore, type FormStore } from '../form/form-store.ts'
import { updateSignature } from '../form/form-actions.ts'
import { findMissingFormItems } from '../form/find-missing.ts'
import type { AnsweringSession } from '../session.ts'
import { SignatureBlock } from '../signature/signature-block.tsx'
import { SaveBar } from './save-bar.tsx'

/** A drawn signature counts, however long the device takes to make, hash and store its picture. */
const drawn: ((png: Blob | null) => void)[] = []
beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  Object.assign(HTMLCanvasElement.prototype, {
    getContext: () => new Proxy({}, { get: () => () => undefined, set: () => true }),
    toBlob: (made: (png: Blob | null) => void) => drawn.push(made),
  })
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
})
afterEach(() => {
  cleanup()
  drawn.length = 0
  vi.unstubAllGlobals()
})

const [config] = buildTemplate().signatures

/** A form that asks for one signature, whose bytes are stored on demand. */
function open(required = true) {
  if (config === undefined) throw new Error('The form asks for a signature')
  const asked: SignatureConfig = { ...config, required }
  const template = templateOf([section(0, [question(0)])], { signatures: [asked] })
  const form: FormStore = createFormStore({
    ...template,
    opcionales: { ...template.opcionales, digitalSignature: true },
  })
  const writes: ((stored: Result<void>) => void)[] = []
  const files = {
    replace: async () => ok(undefined),
    attach: () => new Promise<Result<void>>((resolve) => writes.push(resolve)),
    load: async () => undefined,
  }
  const save = vi.fn(async () => ok(undefined))
  const onSaved = vi.fn()
  const idle = { kind: 'idle' }
  const journal = { subscribe: () => () => {}, status: () => idle }
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <FormContextProvider value={{ form, files }}>
          <SignatureBlock config={asked} />
          <SaveBar
            session={
              { form, files, save, journal, missing: () => findMissingFormItems(form) } as unknown as AnsweringSession
            }
            onSaved={onSaved}
          />
        </FormContextProvider>
      </MantineProvider>
    </I18nProvider>,
  )
  act(() => updateSignature(form, asked.indexSignature, { firstName: 'Inés', lastName: 'Quiroga', title: 'Owner' }))
  /** Ends the write of the bytes, once it has begun. */
  const store = async (stored: Result<void>): Promise<void> => {
    await vi.waitFor(() => expect(writes).toHaveLength(1))
    await act(async () => writes.splice(0).forEach((end) => end(stored)))
  }
  return { form, save, onSaved, store }
}

async function sign(): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name: 'Sign' }))
  const pad = await screen.findByRole('img', { name: /Responsable|Signature pad/ })
  const at = (x: number, buttons = 1) => ({ isPrimary: true, button: 0, buttons, pointerId: 1, clientX: x, clientY: x })
  fireEvent.pointerDown(pad, at(1))
  fireEvent.pointerMove(pad, at(20))
  fireEvent.pointerUp(pad, at(20, 0))
}
const pressSave = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Save answer' })))
const png = (bytes = 8) => {
  const data = new Uint8Array(bytes)
  data.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return data
}
const madePicture = (bytes = png()) =>
  act(async () => drawn.splice(0).forEach((made) => made(new Blob([bytes], { type: 'image/png' }))))
const signed = (form: FormStore) => form.state.getState().header.signatures[0]?.image

describe('saving right after signing', () => {
  it('waits for the picture, its hash and its bytes, and then saves without another press', async () => {
    const { form, save, onSaved, store } = open()
    await sign()
    await pressSave()
    expect(save).not.toHaveBeenCalled()
    expect(screen.queryByText('Some required fields are missing.')).toBeNull()
    await madePicture()
    await store(ok(undefined))
    expect(signed(form)).toBeDefined()
    await vi.waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
    expect(save).toHaveBeenCalledOnce()
  })

  it('does not save without a signature that could not be kept, even where none is required', async () => {
    const { save, onSaved, store } = open(false)
    await sign()
    await pressSave()
    await madePicture()
    await store(refuse('device.storage-failed'))
    expect(await screen.findByText('The answer is not saved yet.', { exact: false })).toBeTruthy()
    expect([save.mock.calls.length, onSaved.mock.calls.length]).toEqual([0, 0])
  })

  it('that was wiped before its picture was made saves none', async () => {
    const { form, store } = open(false)
    await sign()
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
    await madePicture()
    await store(ok(undefined))
    await act(async () => form.captures.settled())
    expect(signed(form)).toBeUndefined()
  })

  it('says at the signature that a chosen picture could not be read', async () => {
    open(false)
    const picture = Object.assign(new File([], 'firma.png'), {
      arrayBuffer: async () => Promise.reject(new DOMException('gone', 'NotReadableError')),
    })
    const chooser = document.querySelector('input[type=file]')
    if (chooser === null) throw new Error('A picture can be chosen')
    await act(async () => void fireEvent.change(chooser, { target: { files: [picture] } }))
    expect((await screen.findByText(/can no longer be read on this device/)).getAttribute('role')).toBe('alert')
  })

  it('says at the signature that one is too large for the server, drawn or chosen, and that a photo is none', async () => {
    const { form } = open(false)
    await sign()
    await madePicture(png(1024 * 1024 + 1))
    expect((await screen.findByText('The file is too large. The maximum allowed is 1 MB.')).getAttribute('role')).toBe(
      'alert',
    )
    const chooser = document.querySelector('input[type=file]')
    if (chooser === null) throw new Error('A picture can be chosen')
    await act(
      async () =>
        void fireEvent.change(chooser, {
          target: { files: [new File([new Uint8Array([0xff, 0xd8, 0xff])], 'firma.png')] },
        }),
    )
    expect(await screen.findByText('Wrong image format. Choose a PNG image.')).toBeTruthy()
    expect(signed(form)).toBeUndefined()
  })

  it('still lists what is missing where nothing was signed', async () => {
    const { save } = open()
    await pressSave()
    expect(await screen.findByText('Some required fields are missing.')).toBeTruthy()
    expect(save).not.toHaveBeenCalled()
  })
})
