// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { RequestSender } from '#domain/endpoints/index.ts'
import { citizenSchema } from '#domain/citizens/index.ts'
import { ok, toInstant } from '#domain/kernel/index.ts'
import { saveAnswer } from '#local/index.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { buildPlainTemplate } from '#tests/support/builders/template.ts'
import { buildPair } from '#tests/support/device/device.ts'
import { FormContextProvider } from '../form/form-context.ts'
import { setHeader, setValue } from '../form/form-actions.ts'
import { createFormStore } from '../form/form-store.ts'
import { AnswerUndoBar } from '../save/behind-form.tsx'
import { CopyLastAnswerButton } from './copy-last.tsx'

configure({ asyncUtilTimeout: 10_000 })
beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

const citizen = citizenSchema.parse({ dni: '30111222', nombre: 'Rosa', apellido: 'Leiva' })
const AT = '0/0' as Parameters<typeof setValue>[1]

/** A device that has one answer about Rosa, and an open form. */
async function show() {
  const { local } = buildPair().device
  const template = buildPlainTemplate()
  await local.database.templates.put({ id: template.id, version: template.version, current: 1, template })
  const header = { citizen, signatures: [] }
  const mutation = buildPlainSubmit(1, 'a brick front', {
    header,
    clock: toInstant(Date.parse('2026-11-20T15:00:00Z')),
  })
  expect(await saveAnswer(local, { mutation })).toMatchObject({ ok: true })
  const form = createFormStore(template)
  const files = { attach: async () => ok(undefined), replace: async () => ok(undefined), load: async () => undefined }
  const office = { local, ask: (() => undefined) as unknown as RequestSender }
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <FormContextProvider value={{ form, files, office }}>
          <CopyLastAnswerButton />
          <AnswerUndoBar />
        </FormContextProvider>
      </MantineProvider>
    </I18nProvider>,
  )
  return { form, value: () => form.state.getState().content.values[AT] }
}
const START = 'Copy the answer of 20/11/2026'

describe('the last answer', () => {
  it('is offered once it is known whom this one is about, fills it in, and is taken back as one', async () => {
    const { form, value } = await show()
    expect(screen.queryByRole('button')).toBeNull()
    act(() => setHeader(form, { citizen }))
    fireEvent.click(await screen.findByRole('button', { name: START }))
    expect(value()).toEqual({ respuesta: 'a brick front' })
    expect(form.state.getState().progress[0]).toMatchObject({ answered: 1 })
    expect(screen.queryByRole('button', { name: START })).toBeNull()
    expect(document.activeElement?.getAttribute('role')).toBe('status')
    expect(screen.getByText('1 answer copied. Check that it is still correct.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(value()).toBeUndefined()
    expect(form.state.getState().progress[0]).toMatchObject({ answered: 0 })
  })

  it('brings its citizen along where only their number was typed, and takes them back', async () => {
    const { form } = await show()
    const typed = citizenSchema.parse({ dni: '30111222' })
    act(() => setHeader(form, { citizen: typed }))
    fireEvent.click(await screen.findByRole('button', { name: START }))
    expect(form.state.getState().header.citizen).toEqual(citizen)
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(form.state.getState().header.citizen).toEqual(typed)
  })

  it('is not offered again to anyone who said no, and nothing is filled in', async () => {
    const { form, value } = await show()
    act(() => setHeader(form, { citizen }))
    fireEvent.click(await screen.findByRole('button', { name: 'Not now' }))
    expect(screen.queryByRole('button', { name: START })).toBeNull()
    expect(value()).toBeUndefined()
  })

  it('goes when the answer turns out to be about someone else', async () => {
    const { form } = await show()
    act(() => setHeader(form, { citizen }))
    await screen.findByRole('button', { name: START })
    act(() => setHeader(form, { citizen: { ...citizen, dni: '1' } }))
    await waitFor(() => expect(screen.queryByRole('button', { name: START })).toBeNull())
  })

  it('is not offered where everything is answered already', async () => {
    const { form } = await show()
    act(() => {
      setValue(form, AT, { respuesta: 'wood' })
      setHeader(form, { citizen })
    })
    await act(async () => new Promise((resolve) => setTimeout(resolve, 700)))
    expect(screen.queryByRole('button', { name: START })).toBeNull()
  })
})
