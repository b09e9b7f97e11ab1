// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { SignatureConfig } from '#domain/documents/index.ts'
import { ok } from '#domain/kernel/index.ts'
import { question, section, templateOf } from '#tests/support/builders/form-parts.ts'
import { claimFor } from '#tests/support/builders/submit.ts'
import { addFile, setSigning } from '../form/form-actions.ts'
import { FormContextProvider } from '../form/form-context.ts'
import { createFormStore } from '../form/form-store.ts'
import { SignatureBlock } from './signature-block.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

const config: SignatureConfig = {
  title: 'Owner',
  // jsdom has no canvas to draw on.
  typeOfSignature: 'upload',
  tipeOfSignatory: 'citizen',
  indexSignature: 0,
  required: false,
}

it('a signature that was given since an earlier one was taken away is not lost when that one comes back', () => {
  const template = templateOf([section(0, [question(0)])], { signatures: [config] })
  const names = { indexSignature: 0, title: 'Owner', firstName: 'Rosa', lastName: 'Leiva' }
  const form = createFormStore(template, { header: { signatures: [names] } })
  const [before, since] = [claimFor('before', 'image/png'), claimFor('since', 'image/png')]
  const give = ({ sha256 }: typeof before) => act(() => setSigning(form, 0, { image: sha256 }))
  addFile(form, before)
  addFile(form, since)
  const files = { attach: async () => ok(undefined), replace: async () => ok(undefined), load: async () => undefined }
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <FormContextProvider value={{ form, files }}>
          <SignatureBlock config={config} />
        </FormContextProvider>
      </MantineProvider>
    </I18nProvider>,
  )
  const image = () => form.state.getState().header.signatures[0]?.image
  const undo = () => act(() => form.state.getState().undo?.run())
  give(before)
  fireEvent.click(screen.getByRole('button', { name: 'Sign again' }))
  expect(image()).toBeUndefined()
  give(since)
  undo()
  expect(image()).toBe(before.sha256)
  undo()
  expect(image()).toBe(since.sha256)
})
