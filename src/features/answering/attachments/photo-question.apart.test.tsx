// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { listQuestionsInRow } from '#domain/answering/index.ts'
import { addressSchema, ok } from '#domain/kernel/index.ts'
import { claimFor } from '#tests/support/builders/submit.ts'
import { question, section, templateOf } from '#tests/support/builders/form-parts.ts'
import { FormContextProvider } from '../form/form-context.ts'
import { setValue } from '../form/form-actions.ts'
import { createFormStore } from '../form/form-store.ts'
import { QuestionCard } from '../sections/question-card.tsx'

vi.mock('./capture.ts', () => ({
  captureFile: async (_: string, file: File) =>
    ok({ claim: claimFor(file.name, 'image/jpeg', file.name), data: new ArrayBuffer(1) }),
}))
// Loads what the first file needs in advance, because its duration is not tested.
beforeAll(async () => void (await import('#domain/files/index.ts')))
beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

const AT = addressSchema.parse('0/0')

function show(change: object = {}) {
  const only = section(0, [question(0, { adjuntar: true, ...change })])
  const form = createFormStore(templateOf([only]))
  const files = { attach: async () => ok(undefined), replace: async () => ok(undefined), load: async () => undefined }
  const { container } = render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <FormContextProvider value={{ form, files }}>
          {listQuestionsInRow(only, null).map((place) => (
            <QuestionCard key={place.address} place={place} />
          ))}
        </FormContextProvider>
      </MantineProvider>
    </I18nProvider>,
  )
  const choose = async (name: string): Promise<void> => {
    const [chooser] = container.querySelectorAll('input[type="file"]')
    if (chooser === undefined) throw new Error('There is nothing to choose a file with')
    await act(async () => {
      fireEvent.change(chooser, { target: { files: [new File(['x'], name, { type: 'image/jpeg' })] } })
    })
  }
  return { form, choose, value: () => form.state.getState().content.values[AT] }
}

const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent)
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

it('asks for the photo first, and for a note when one is wanted', () => {
  const { value } = show()
  expect([buttons(), screen.queryByRole('textbox')]).toEqual([['Take photo', 'Choose image', 'Add a note'], null])
  press('Add a note')
  const note = screen.getByLabelText('Note')
  expect(document.activeElement).toBe(note)
  fireEvent.change(note, { target: { value: 'Seen from the street' } })
  fireEvent.change(note, { target: { value: '' } })
  // An emptied field stays, because a field that disappears while typing would be worse.
  fireEvent.change(screen.getByLabelText('Note'), { target: { value: 'From the yard' } })
  expect(value()).toEqual({ respuesta: 'From the yard' })
})

it('shows a note that is there, such as one of a draft', () => {
  const { form } = show()
  act(() => setValue(form, AT, { respuesta: 'From the yard' }))
  const note = screen.getByLabelText<HTMLTextAreaElement>('Note')
  expect(note.value).toBe('From the yard')
  expect(document.activeElement).not.toBe(note)
  fireEvent.change(note, { target: { value: '' } })
  expect(screen.getByLabelText('Note')).toBe(note)
})

it('has what is done to a photo in plain words, and keeps the focus where one works', async () => {
  const { choose, value } = show()
  screen.getByRole('button', { name: 'Take photo' }).focus()
  await choose('one.jpg')
  expect(buttons()).toEqual(['Replace', 'Mark up', 'Remove', 'Add a note'])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Replace' }))
  const before = value()
  press('Replace')
  expect(buttons()).toEqual(['Replace', 'Mark up', 'Remove', 'Take photo', 'Choose image', 'Add a note'])
  await choose('two.jpg')
  expect(buttons()).toEqual(['Replace', 'Mark up', 'Remove', 'Add a note'])
  expect(value()).not.toEqual(before)
  press('Remove')
  expect([value(), buttons()]).toEqual([undefined, ['Take photo', 'Choose image', 'Add a note']])
})

it.each([
  ['a number', { tipoDato: 2 }],
  ['a text that is scanned', { escaneable: true }],
])('of %s with a photo is answered by its own field', (_kind, change) => {
  show(change)
  expect(screen.getByLabelText('Question 0')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add a note' })).toBeNull()
})
