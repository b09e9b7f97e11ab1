// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { ok } from '#domain/kernel/index.ts'
import { BAD_FILES, type BadFile } from '#tests/support/bad-files/index.ts'
import { question, section, templateOf } from '#tests/support/builders/form-parts.ts'
import { buildTemplate } from '#tests/support/builders/template.ts'
import { FormContextProvider } from '../form/form-context.ts'
import { createFormStore, type FormStore } from '../form/form-store.ts'
import { setValue } from '../form/form-actions.ts'
import { SectionPanel } from '../sections/section-panel.tsx'
import { SignatureBlock } from '../signature/signature-block.tsx'

/*
 * Invalid attachments are refused with the specification's messages before a picture is drawn or stored; the rest of
 * the answer is kept. functions/src/core/uploads/bad-files.test.ts sends these files directly.
 */

const drawn = vi.fn(() => Promise.reject(new Error('A picture was drawn')))
// Loads what the first file needs in advance, because its duration is not tested.
beforeAll(async () => void (await Promise.all([import('./capture.ts'), import('#domain/files/index.ts')])))
beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  vi.stubGlobal('createImageBitmap', drawn)
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
  Object.assign(HTMLCanvasElement.prototype, {
    getContext: () => new Proxy({}, { get: () => () => undefined, set: () => true }),
  })
})
afterEach(() => {
  cleanup()
  drawn.mockClear()
  vi.unstubAllGlobals()
})

const KEPT = { imagen: 'a'.repeat(64) } as never
const FLAGS = { imagen: 'adjuntar', documento: 'adjuntarDocumento', video: 'adjuntarVideo', signature: 'adjuntar' }

/** A form with a typed text and a photo, and a place for this file. */
function open({ field }: BadFile) {
  const asked = question(1, { [FLAGS[field]]: true })
  const [signature] = buildTemplate().signatures
  const template = templateOf([section(0, [question(0), asked, question(2, { adjuntar: true })])], {
    signatures: signature === undefined ? [] : [{ ...signature, typeOfSignature: 'upload' }],
    opcionales: { ...buildTemplate().opcionales, digitalSignature: true },
  })
  const form: FormStore = createFormStore(template)
  act(() => {
    setValue(form, '0/0' as never, { respuesta: 'ya escrito' })
    setValue(form, '0/2' as never, KEPT)
  })
  const attach = vi.fn(async () => ok(undefined))
  const [only] = template.secciones
  const [config] = template.signatures
  if (only === undefined || config === undefined) throw new Error('The form has a section and a signature')
  const { container } = render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <FormContextProvider
          value={{ form, files: { attach, replace: async () => ok(undefined), load: async () => undefined } }}
        >
          <SectionPanel section={only} number={1} />
          <SignatureBlock config={config} />
        </FormContextProvider>
      </MantineProvider>
    </I18nProvider>,
  )
  return { form, attach, container }
}

it.each(BAD_FILES.map((file) => [`${file.field}: ${file.what}`, file] as const))('%s', async (_what, file) => {
  const { form, attach, container } = open(file)
  const before = form.state.getState()
  const chooser = container.querySelector<HTMLInputElement>(
    file.field === 'signature' ? 'input[accept="image/png"]' : '[data-question="0/1"] input[type="file"]',
  )
  if (chooser === null) throw new Error('There is nothing to choose a file with')
  const chosen = new File([file.bytes], file.name, { type: file.type })
  await act(async () => void fireEvent.change(chooser, { target: { files: [chosen] } }))
  expect(await screen.findByText(file.says)).toBeTruthy()
  const { content, header } = form.state.getState()
  expect({ content, header }).toEqual({ content: before.content, header: before.header })
  expect([attach.mock.calls.length, drawn.mock.calls.length]).toEqual([0, 0])
})

it('says of a JPEG that has only its head that it is damaged, not that the device lost it', async () => {
  const { attach, container } = open({ field: 'imagen' } as BadFile)
  const chooser = container.querySelector<HTMLInputElement>('[data-question="0/1"] input[type="file"]')
  if (chooser === null) throw new Error('There is nothing to choose a file with')
  const head = new Uint8Array(Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'))
  const chosen = new File([head], 'only-the-head.jpg', { type: 'image/jpeg' })
  await act(async () => void fireEvent.change(chooser, { target: { files: [chosen] } }))
  const says = 'This image or file is damaged or incomplete. Choose another or take the photo again.'
  expect(await screen.findByText(says)).toBeTruthy()
  expect([attach.mock.calls.length, drawn.mock.calls.length]).toEqual([0, 1])
})
