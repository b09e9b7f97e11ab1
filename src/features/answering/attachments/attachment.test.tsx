// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { ok, refuse, type Result } from '#domain/kernel/index.ts'
import { PHOTO } from '#tests/support/builders/submit.ts'
import { question, section, templateOf } from '#tests/support/builders/form-parts.ts'
import { FormContextProvider } from '../form/form-context.ts'
import { addFile, setValue } from '../form/form-actions.ts'
import { createFormStore } from '../form/form-store.ts'
import { SectionPanel } from '../sections/section-panel.tsx'

// A file of the app that fails to load.
vi.mock('./mark-up-photo.tsx', () => {
  throw new Error('no such file')
})

const here = vi.hoisted(() => ({ capture: true }))
vi.mock('./capture.ts', async (original) => {
  const real: object = await original()
  return {
    ...real,
    get captureFile() {
      if (!here.capture) throw new Error('no such file')
      return (real as { captureFile: unknown }).captureFile
    },
  }
})

// Loads what the first file needs in advance, because its duration is not tested.
beforeAll(async () => void (await Promise.all([import('./capture.ts'), import('#domain/files/index.ts')])))
beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

async function attach(kept: Result<void>): Promise<void> {
  const only = section(0, [question(0, { adjuntarDocumento: true })])
  const files = { attach: async () => kept, replace: async () => ok(undefined), load: async () => undefined }
  const { container } = render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <FormContextProvider value={{ form: createFormStore(templateOf([only])), files }}>
          <SectionPanel section={only} number={1} />
        </FormContextProvider>
      </MantineProvider>
    </I18nProvider>,
  )
  const chooser = container.querySelector<HTMLInputElement>('input[type="file"]')
  if (chooser === null) throw new Error('There is nothing to choose a file with')
  const chosen = new File(['calle;altura'], 'calles.csv', { type: 'text/csv' })
  await act(async () => void fireEvent.change(chooser, { target: { files: [chosen] } }))
}

it('says that a file is safe, to anyone who does not see its preview', async () => {
  await attach(ok(undefined))
  expect((await screen.findByText('Document saved')).getAttribute('role')).toBe('status')
})

it('says what failed before why, and nothing of a file that is safe', async () => {
  await attach(refuse('device.storage-failed'))
  const said = await screen.findByText(
    /^The document could not be uploaded\. The data could not be saved on this device/,
  )
  expect(said.getAttribute('role')).toBe('alert')
  expect(screen.queryByText('Document saved')).toBeNull()
})

it('keeps a file that cannot be taken in because a file of the app is lost on the way, and takes it in when that is had', async () => {
  here.capture = false
  try {
    await attach(ok(undefined))
    await screen.findByText('The file could not be attached. Try again when you are online.')
    expect(screen.queryByText(/cannot be read|The document could not be uploaded/)).toBeNull()
  } finally {
    here.capture = true
  }
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Document saved')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  expect(screen.queryByText(/^The file could not be attached/)).toBeNull()
})

it('leaves the form as it is when what marks photos up is lost on the way, and can be tried again', async () => {
  const only = section(0, [question(0, { adjuntar: true })])
  const form = createFormStore(templateOf([only]))
  addFile(form, PHOTO)
  setValue(form, '0/0' as never, { imagen: PHOTO.sha256 })
  const files = { attach: async () => ok(undefined), replace: async () => ok(undefined), load: async () => undefined }
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <FormContextProvider value={{ form, files }}>
          <SectionPanel section={only} number={1} />
        </FormContextProvider>
      </MantineProvider>
    </I18nProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Mark up' }))
  await screen.findByText('The file could not be attached. Try again when you are online.')
  expect(screen.getByRole('button', { name: 'Mark up' })).toBeTruthy()
})
