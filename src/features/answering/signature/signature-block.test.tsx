// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { citizenSchema } from '#domain/citizens/index.ts'
import type { SignatureConfig } from '#domain/templates/index.ts'
import { ok } from '#domain/kernel/index.ts'
import { question, section, templateOf } from '#tests/support/builders/form-parts.ts'
import { claimFor } from '#tests/support/builders/submit.ts'
import { toDraft, restoreFromDraft } from '../drafts/build-draft.ts'
import { addFile, setHeader, updateSignature } from '../form/form-actions.ts'
import { FormContextProvider } from '../form/form-context.ts'
import { createFormStore, type FormStore } from '../form/form-store.ts'
import { SignatureBlock } from './signature-block.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

const config: SignatureConfig = {
  title: 'Owner',
  // jsdom has no canvas.
  typeOfSignature: 'upload',
  tipeOfSignatory: 'citizen',
  indexSignature: 0,
  required: false,
}

function open(form: FormStore, shown = config): void {
  const files = { attach: async () => ok(undefined), replace: async () => ok(undefined), load: async () => undefined }
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <FormContextProvider value={{ form, files }}>
          <SignatureBlock config={shown} />
        </FormContextProvider>
      </MantineProvider>
    </I18nProvider>,
  )
}

it('a signature that was given since an earlier one was taken away is not lost when that one comes back', () => {
  const template = templateOf([section(0, [question(0)])], { signatures: [config] })
  const names = { indexSignature: 0, title: 'Owner', firstName: 'Rosa', lastName: 'Leiva' }
  const form = createFormStore(template, { header: { signatures: [names] } })
  const [before, since] = [claimFor('before', 'image/png'), claimFor('since', 'image/png')]
  const give = ({ sha256 }: typeof before) => act(() => updateSignature(form, 0, { image: sha256 }))
  addFile(form, before)
  addFile(form, since)
  open(form)
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

it('a signature that was drawn is cleared in one tap beside it, and can be brought back', () => {
  const drawn = { ...config, typeOfSignature: 'draw' } as const
  const template = templateOf([section(0, [question(0)])], { signatures: [drawn] })
  const names = { indexSignature: 0, title: 'Owner', firstName: 'Rosa', lastName: 'Leiva' }
  const form = createFormStore(template, { header: { signatures: [names] } })
  const given = claimFor('given', 'image/png')
  addFile(form, given)
  open(form, drawn)
  expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull()
  act(() => updateSignature(form, 0, { image: given.sha256 }))
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
  expect(form.state.getState().header.signatures[0]).toMatchObject({ firstName: 'Rosa', image: undefined })
  screen.getByRole('button', { name: 'Sign' })
  act(() => form.state.getState().undo?.run())
  expect(form.state.getState().header.signatures[0]?.image).toBe(given.sha256)
})

it('Enter leads through who signs, and leaves the last field, so that a phone puts its keyboard away', () => {
  const names = { indexSignature: 0, title: 'Owner', firstName: '', lastName: '' }
  const template = templateOf([section(0, [question(0)])], { signatures: [config] })
  open(createFormStore(template, { header: { signatures: [names] } }))
  const field = (name: string) => screen.getByRole('textbox', { name })
  const enter = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Enter' })
  act(() => field('First name').focus())
  enter()
  expect(document.activeElement).toBe(field('Last name'))
  enter()
  expect(document.activeElement).toBe(field('Signing as'))
  enter()
  expect(document.activeElement).toBe(document.body)
})

describe('the name that came with a signature', () => {
  const optional = templateOf([]).opcionales
  const template = templateOf([section(0, [question(0)])], {
    signatures: [config],
    opcionales: { ...optional, digitalSignature: true },
  })
  const rosa = citizenSchema.parse({ tipo: 'fisica', nombre: 'Rosa', apellido: 'Leiva' })
  const ana = citizenSchema.parse({ tipo: 'fisica', nombre: 'Ana', apellido: 'Paz' })
  const first = (form: FormStore) => form.state.getState().header.signatures[0]
  const nameIn = (form: FormStore) => `${first(form)?.firstName} ${first(form)?.lastName}`.trim()
  const again = () => fireEvent.click(screen.getByRole('button', { name: 'Sign again' }))
  const undo = (form: FormStore) => act(() => form.state.getState().undo?.run())
  const sign = async (form: FormStore) => {
    const chooser = document.querySelector('input[type=file]')
    if (chooser === null) throw new Error('There is nothing to sign with')
    const png = new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])], 'x.png')
    fireEvent.change(chooser, { target: { files: [png] } })
    await waitFor(() => expect(first(form)?.image).toBeDefined())
  }
  async function signedByRosa() {
    const form = createFormStore(template)
    setHeader(form, { citizen: rosa })
    open(form)
    await sign(form)
    expect(nameIn(form)).toBe('Rosa Leiva')
    return form
  }

  it('goes with it when the answer is about another citizen by now, who signs under their own', async () => {
    const form = await signedByRosa()
    act(() => setHeader(form, { citizen: ana }))
    again()
    expect(nameIn(form)).toBe('')
    await sign(form)
    expect(nameIn(form)).toBe('Ana Paz')
    // The earlier signature belongs to no one until its name is typed.
    undo(form)
    expect([nameIn(form), first(form)?.image]).toEqual(['', expect.any(String)])
  })

  it('comes back with it while the citizen is the same', async () => {
    const form = await signedByRosa()
    again()
    expect(nameIn(form)).toBe('')
    undo(form)
    expect(nameIn(form)).toBe('Rosa Leiva')
  })

  it('is typed once someone typed it, and stays', async () => {
    const form = await signedByRosa()
    fireEvent.change(screen.getByLabelText('First name'), { target: { value: 'Luis' } })
    again()
    expect(nameIn(form)).toBe('Luis Leiva')
  })

  it('is known for one in a draft that was left and opened again, and is not sent', async () => {
    const left = await signedByRosa()
    const draft = toDraft(left, 'r1' as never, '2026-11-20T12:00:00.000Z' as never, 0)
    expect(draft.header.signatures[0]).not.toHaveProperty('filled')
    cleanup()
    const form = createFormStore(template, restoreFromDraft(template, draft, []))
    open(form)
    act(() => setHeader(form, { citizen: ana }))
    again()
    expect(nameIn(form)).toBe('')
  })
})
