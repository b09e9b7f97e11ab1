// @vitest-environment jsdom
import { i18n } from '@lingui/core'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { DATA_TYPE, QUESTION_TYPE } from '#domain/questions/index.ts'
import { templateOptionsSchema, setFormOption } from '#domain/templates/index.ts'
import { question, section } from '#tests/support/builders/form-parts.ts'
import { editorOf, showEditor, type TestEditor } from '#tests/support/screens/editor-of.tsx'
import { SectionList } from '../sections/section-list.tsx'
import { applyEdit, setServerFacts } from '../store/editor-store.ts'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

const EUR = { sign: '€', name: 'EUR' }
const options = ['Small', 'Large'].map((texto, orden) => ({ orden, texto, checked: false }))
const ASKED = [
  question(0, { tipoPregunta: QUESTION_TYPE.RADIO, opciones: options }),
  question(1, { tipoPregunta: QUESTION_TYPE.BOOLEAN }),
  question(2, { tipoDato: DATA_TYPE.NUMBER }),
  question(3),
]
const PAID = {
  opcionales: templateOptionsSchema.parse({ addPaymentGateway: true }),
  charge: { base: 0, discounts: [], minutes: 60, validated: false, currency: EUR },
}

function show(given: object = PAID): TestEditor {
  const editor = editorOf([section(0, ASKED)], given)
  showEditor(editor, <SectionList />)
  for (const order of [0, 1, 2, 3])
    fireEvent.click(screen.getByRole('button', { name: `Settings of: Question ${order}` }))
  return editor
}
const card = (order: number) => within(screen.getByRole('group', { name: `Question ${order}` }))
const asked = (editor: TestEditor) => editor.form().secciones[0]?.preguntas ?? []
const type = (field: HTMLElement, value: string): void => void fireEvent.change(field, { target: { value } })

it('an option, a yes and each of a whole number have a price, and what is written has none', () => {
  const editor = show()
  type(card(0).getByLabelText('Price of: Large'), '12,5')
  type(card(1).getByLabelText('Price if yes'), '3')
  type(card(2).getByLabelText('Unit price'), '0.75')
  expect(asked(editor)[0]?.opciones.map(({ precio }) => precio)).toEqual([undefined, 1250])
  expect(asked(editor).map(({ precio }) => precio)).toEqual([undefined, 300, 75, undefined])
  expect(card(3).queryByLabelText(/Unit price|Price of/)).toBeNull()
  type(card(1).getByLabelText('Price if yes'), '')
  expect(asked(editor)[1]).not.toHaveProperty('precio')
})

it('they are asked for only while the form takes payments, and kept in the meantime', () => {
  const editor = show()
  type(card(1).getByLabelText('Price if yes'), '3')
  act(
    () =>
      void applyEdit(editor, 'option', (form) =>
        setFormOption(form, 'addPaymentGateway', false, { newKey: editor.newKey }),
      ),
  )
  expect(screen.queryByLabelText(/Unit price|Price of/)).toBeNull()
  expect(asked(editor)[1]?.precio).toBe(300)
})

it('a folded question says that it has one', () => {
  show()
  type(card(2).getByLabelText('Unit price'), '1')
  expect(card(2).queryByText('With a price')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Settings of: Question 2' }))
  expect(card(2).getByText('With a price')).toBeTruthy()
})

it('prices of a form that has answers and is not editable can be changed', () => {
  const editor = show()
  act(() => setServerFacts(editor, { answers: 1 }))
  expect(card(1).getByLabelText<HTMLInputElement>('Price if yes').disabled).toBe(false)
})
