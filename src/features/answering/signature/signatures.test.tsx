// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { QUESTION_TYPE } from '#domain/questions/index.ts'
import type { SignatureConfig } from '#domain/templates/index.ts'
import { ok, toAddress } from '#domain/kernel/index.ts'
import { question, section, templateOf } from '#tests/support/builders/form-parts.ts'
import { FormContextProvider } from '../form/form-context.ts'
import { createFormStore } from '../form/form-store.ts'
import { SignatureBlocks } from './signatures.tsx'

beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

const SIGNATURES: readonly SignatureConfig[] = [
  // jsdom has no canvas.
  { title: 'Owner', typeOfSignature: 'upload', tipeOfSignatory: 'citizen', indexSignature: 0, required: true },
]
const address = (question: number) => toAddress({ section: 0, question, condition: null, row: null })

function open(onCopy?: () => void) {
  const asked = [
    question(0, { titulo: 'Exit is free', tipoPregunta: QUESTION_TYPE.BOOLEAN }),
    question(1, { titulo: 'Name' }),
    question(2, { titulo: 'Left open' }),
  ]
  const template = templateOf([section(0, asked)], { titulo: 'Shop', signatures: SIGNATURES })
  const values = { [address(0)]: { respuesta: false }, [address(1)]: { respuesta: 'Bar El Puente' } }
  const names = { indexSignature: 0, title: 'Owner', firstName: 'Rosa', lastName: 'Leiva' }
  const form = createFormStore(template, {
    content: { values, conditions: {}, rows: {} },
    header: { signatures: [names], persona: { nombre: 'Club Sur', direccion: '' } },
  })
  const files = { attach: async () => ok(undefined), replace: async () => ok(undefined), load: async () => undefined }
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <FormContextProvider value={{ form, files }}>
          <SignatureBlocks signatures={SIGNATURES} onCopy={onCopy} />
        </FormContextProvider>
      </MantineProvider>
    </I18nProvider>,
  )
  return { form }
}

const read = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Read before signing' }))
  return within(await screen.findByRole('dialog', { name: 'Read before signing' }))
}

it('who signs reads what was found, the "no" first, and signs under it', async () => {
  const { form } = open()
  screen.getByRole('group', { name: 'Owner' })
  const page = await read()
  page.getByText('Shop')
  page.getByText('Club Sur')
  page.getByRole('heading', { name: 'Answered “no” (1)' })
  expect(page.getByRole('listitem').textContent).toBe('Section 0: Exit is free')
  page.getByText('Bar El Puente')
  expect(page.queryByText('Left open')).toBeNull()
  page.getByText('1 question was not answered.')
  expect(page.queryByRole('heading', { name: /Edited/ })).toBeNull()
  // Each signature is on screen once, and its typed text is the form's.
  expect(document.querySelectorAll('#signature-0-block, fieldset').length).toBe(1)
  fireEvent.change(page.getByLabelText('First name'), { target: { value: 'Ana' } })
  expect(form.state.getState().header.signatures[0]?.firstName).toBe('Ana')
  fireEvent.click(page.getByRole('button', { name: 'Back to the form' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  screen.getByRole('group', { name: 'Owner' })
})

it('a copy goes out from there where the form sends copies, and nowhere else', async () => {
  open()
  expect((await read()).queryByRole('button', { name: 'Save and send a copy' })).toBeNull()
  cleanup()
  const onCopy = vi.fn()
  open(onCopy)
  fireEvent.click((await read()).getByRole('button', { name: 'Save and send a copy' }))
  expect(onCopy).toHaveBeenCalledOnce()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
