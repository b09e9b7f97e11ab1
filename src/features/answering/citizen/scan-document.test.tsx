// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { SignatureConfig } from '#domain/templates/index.ts'
import { ok } from '#domain/kernel/index.ts'
import { templateOf } from '#tests/support/builders/form-parts.ts'
import { type SeenCode, standInCodeReader } from '#tests/support/device/code-reader.ts'
import { there } from '#tests/support/there.ts'
import { ScanCodeButton } from '../controls/scan-code.tsx'
import { buildCitizenFieldElementId } from '../form/element-ids.ts'
import { FormContextProvider } from '../form/form-context.ts'
import { createFormStore } from '../form/form-store.ts'
import { SignatureBlock } from '../signature/signature-block.tsx'
import { CitizenBlock } from './citizen-block.tsx'

configure({ asyncUtilTimeout: 10_000 })
/** Codes seen by the fake detector. */
let seen: readonly SeenCode[] = []
const DOCUMENT = '00512345678@LEIVA PAZ@ROSA ANA@F@28123456@A@03/02/1980@11/05/2019@270'

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  seen = []
  standInCodeReader(['pdf417'], () => seen)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const OWNER: SignatureConfig = {
  title: 'Owner',
  // jsdom has no canvas to draw on.
  typeOfSignature: 'upload',
  tipeOfSignatory: 'citizen',
  indexSignature: 0,
  required: true,
}

function show(isStaff: boolean) {
  const opcionales = { ...templateOf([]).opcionales, ciudadano: true, digitalSignature: true }
  const form = createFormStore(templateOf([], { opcionales, signatures: [OWNER] }))
  const files = { attach: async () => ok(undefined), replace: async () => ok(undefined), load: async () => undefined }
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <FormContextProvider value={{ form, files, capture: isStaff ? { ScanCode: ScanCodeButton } : undefined }}>
          <CitizenBlock />
          <SignatureBlock config={OWNER} />
        </FormContextProvider>
      </MantineProvider>
    </I18nProvider>,
  )
  return {
    citizen: () => form.state.getState().header.citizen,
    signer: () => form.state.getState().header.signatures[0],
  }
}

it('the barcode of a document fills number and names at once, and names who signs', async () => {
  const { citizen, signer } = show(true)
  seen = [{ rawValue: DOCUMENT, format: 'pdf417' }]
  fireEvent.click(await screen.findByRole('button', { name: 'Scan code' }))
  await vi.waitFor(
    () => expect(citizen()).toMatchObject({ dni: '28123456', nombre: 'ROSA ANA', apellido: 'LEIVA PAZ' }),
    10_000,
  )
  const owner = within(screen.getByRole('group', { name: 'Owner' }))
  owner.getByPlaceholderText('ROSA ANA')
  owner.getByPlaceholderText('LEIVA PAZ')
  const png = new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])], 'x.png')
  fireEvent.change(there(document.querySelector('input[type=file]') ?? undefined), { target: { files: [png] } })
  await vi.waitFor(() => expect(signer()).toMatchObject({ firstName: 'ROSA ANA', lastName: 'LEIVA PAZ' }))
})

it('another code fills nothing, and is called so', async () => {
  const { citizen } = show(true)
  seen = [{ rawValue: 'EXT-0042', format: 'pdf417' }]
  fireEvent.click(await screen.findByRole('button', { name: 'Scan code' }))
  await screen.findByText('This is not the barcode of an identity document.')
  expect(citizen()).toBeUndefined()
})

it('is not offered to the public, nor where nothing reads codes', async () => {
  show(false)
  await act(async () => new Promise((resolve) => setTimeout(resolve, 300)))
  expect(screen.queryByRole('button', { name: 'Scan code' })).toBeNull()
  cleanup()
  vi.stubGlobal('BarcodeDetector', undefined)
  show(true)
  await act(async () => new Promise((resolve) => setTimeout(resolve, 300)))
  expect(screen.queryByRole('button', { name: 'Scan code' })).toBeNull()
})

it('another person’s document leaves nothing of who was there', async () => {
  const { citizen } = show(true)
  for (const [field, value] of [
    ['dni', '30111222'],
    ['email', 'luis@example.org'],
  ] as const)
    fireEvent.change(there(document.getElementById(buildCitizenFieldElementId(field)) ?? undefined), {
      target: { value },
    })
  expect(citizen()).toMatchObject({ dni: '30111222', email: 'luis@example.org' })
  seen = [{ rawValue: DOCUMENT, format: 'pdf417' }]
  fireEvent.click(await screen.findByRole('button', { name: 'Scan code' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Use this code' }))
  await vi.waitFor(() => expect(citizen()).toMatchObject({ dni: '28123456', email: '' }))
})
