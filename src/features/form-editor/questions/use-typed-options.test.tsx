// @vitest-environment jsdom
import { i18n } from '@lingui/core'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { QUESTION_TYPE } from '#domain/questions/index.ts'
import { question, section } from '#tests/support/builders/form-parts.ts'
import { editorOf, showEditor, type TestEditor } from '#tests/support/screens/editor-of.tsx'
import { goToFormPlace } from '../save/go-to.ts'
import { SectionList } from '../sections/section-list.tsx'
import { addTypedOptions, undoStep } from '../store/editor-store.ts'

beforeAll(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
})
afterEach(cleanup)

const click = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }))
const CHOICE = { tipoPregunta: QUESTION_TYPE.RADIO, opciones: [{ orden: 0, texto: 'Red' }] }
const COMBINED = {
  tipoPregunta: QUESTION_TYPE.COMBINED,
  combinedQuestions: [{ type: 'input', orden: 0, name: 'Colour', ...CHOICE }],
}

/** Opens the settings of a question and types lines, without adding them. */
function typeLines(change: object): { readonly editor: TestEditor; readonly texts: () => readonly string[] } {
  const editor = editorOf([section(0, [question(0, change)])])
  showEditor(editor, <SectionList />)
  click('Settings of: Question 0')
  if (change === CHOICE) click('Add several')
  const field = screen.getByLabelText(/one per line|One option per line/)
  fireEvent.change(field, { target: { value: 'Green\n\nBlue' } })
  const texts = () => {
    const asked = editor.form().secciones[0]?.preguntas[0]
    const [block] = asked?.combinedQuestions ?? []
    const options = block?.type === 'input' ? block.opciones : asked?.opciones
    return options?.map(({ texto }) => texto) ?? []
  }
  expect(texts()).toEqual(['Red'])
  return { editor, texts }
}

describe.each([
  ['a question', CHOICE],
  ['a field of a combined question', COMBINED],
])('options typed as lines of %s', (_, change) => {
  it('are added once when the form is saved', () => {
    const { editor, texts } = typeLines(change)
    act(() => addTypedOptions(editor))
    act(() => addTypedOptions(editor))
    expect(texts()).toEqual(['Red', 'Green', 'Blue'])
    act(() => undoStep(editor))
    expect(texts()).toEqual(['Red'])
  })

  it('are added when the settings of the question are closed, and when the form is left', () => {
    const { texts } = typeLines(change)
    click('Settings of: Question 0')
    expect(texts()).toEqual(['Red', 'Green', 'Blue'])
    cleanup()
    const left = typeLines(change)
    cleanup()
    expect(left.texts()).toEqual(['Red', 'Green', 'Blue'])
  })
})

it('options typed as lines are added once by their button, and not after Cancel', () => {
  const added = typeLines(CHOICE)
  click('Add 2 options')
  expect(added.texts()).toEqual(['Red', 'Green', 'Blue'])
  cleanup()
  const { editor, texts } = typeLines(CHOICE)
  click('Cancel')
  act(() => addTypedOptions(editor))
  expect(texts()).toEqual(['Red'])
})

it('a problem of missing options leads to the button that adds one', () => {
  const editor = editorOf([section(0, [question(0, { tipoPregunta: QUESTION_TYPE.SELECT })])])
  showEditor(editor, <SectionList />)
  const place = { kind: 'question', section: 0, condition: null, question: 0, field: 'opciones' } as const
  act(() => goToFormPlace(editor, place))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add option' }))
})
