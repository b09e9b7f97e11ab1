// @vitest-environment jsdom
import { i18n } from '@lingui/core'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { DATA_TYPE, QUESTION_TYPE } from '#domain/questions/index.ts'
import { condition, question, section } from '#tests/support/builders/form-parts.ts'
import type { TextLine } from '../sections/text-line.tsx'
import { SectionList } from '../sections/section-list.tsx'
import { checkForm } from '../store/problems.ts'
import { applyEdit as changeStore, setServerFacts, undoStep } from '../store/editor-store.ts'
import { changeQuestionType, updateQuestion } from '#domain/templates/index.ts'
import { editorOf, showEditor, type TestEditor } from '#tests/support/screens/editor-of.tsx'

const drawn = vi.hoisted(() => new Map<string, number>())

vi.mock('../sections/text-line.tsx', async (original) => {
  const real = await original<{ TextLine: typeof TextLine }>()
  return {
    TextLine: (props: Parameters<typeof TextLine>[0]) => {
      drawn.set(props.id, (drawn.get(props.id) ?? 0) + 1)
      return <real.TextLine {...props} />
    },
  }
})

beforeAll(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
})
beforeEach(() => drawn.clear())
afterEach(cleanup)

function show(editor: TestEditor): TestEditor {
  showEditor(editor, <SectionList />)
  return editor
}

const card = (name: string): HTMLElement => screen.getByRole('group', { name })
const titleOf = (name: string): HTMLElement => within(card(name)).getByLabelText('Question')
const settings = (name: string): void =>
  void fireEvent.click(within(card(name)).getByRole('button', { name: `Settings of: ${name}` }))
const first = (editor: TestEditor) => editor.form().secciones[0]?.preguntas[0]

describe('a keystroke in the title of a question', () => {
  it('draws that question, and nothing else of a long form', () => {
    const sections = Array.from({ length: 4 }, (_, index) =>
      section(
        index,
        Array.from({ length: 25 }, (_unused, order) => question(order)),
      ),
    )
    const editor = show(editorOf(sections))
    const own = editor.form().secciones[3]?.preguntas[7]?.key
    expect(drawn.size).toBeGreaterThan(100)
    drawn.clear()
    const field = document.getElementById(`part-${own}-titulo`)
    if (field === null) throw new Error('The question is not drawn')
    fireEvent.change(field, { target: { value: 'Question 7?' } })
    // The title of its section is around it.
    expect([...drawn.keys()].toSorted()).toEqual(
      [`part-${editor.form().secciones[3]?.key}-titulo`, `part-${own}-titulo`].toSorted(),
    )
  })
})

describe('a question', () => {
  it('is trimmed when the person leaves it, in the same step of undo', () => {
    const editor = show(editorOf([section(0, [question(0)])]))
    const before = editor.form()
    fireEvent.change(titleOf('Question 0'), { target: { value: '  Name ' } })
    fireEvent.blur(titleOf('Name'))
    expect(first(editor)?.titulo).toBe('Name')
    act(() => undoStep(editor))
    expect(editor.form()).toBe(before)
  })

  it('of another kind has the other kind’s settings, and what it no longer needs goes', async () => {
    const opciones = [{ orden: 0, texto: 'x' }]
    const editor = show(editorOf([section(0, [question(0, { tipoPregunta: QUESTION_TYPE.RADIO, opciones })])]))
    settings('Question 0')
    expect(screen.getByLabelText('Text of option 1')).toHaveProperty('value', 'x')
    fireEvent.click(within(card('Question 0')).getByRole('button', { name: 'Question type: Single choice' }))
    fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Link' }))
    expect(first(editor)).toMatchObject({ tipoPregunta: QUESTION_TYPE.OPEN, tipoDato: DATA_TYPE.LINK, opciones: [] })
    expect(screen.queryByLabelText('Text of option 1')).toBeNull()
    fireEvent.change(screen.getByLabelText('Address'), { target: { value: 'https://example.org' } })
    expect(first(editor)?.link).toBe('https://example.org')
  })

  it('that is a heading is required only with an attachment; required with one, only the attachment is mandatory', () => {
    show(editorOf([section(0, [question(0, { tipoDato: DATA_TYPE.TITLE })])]))
    settings('Question 0')
    const required = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Required' })
    expect(required().disabled).toBe(true)
    fireEvent.click(screen.getByRole('switch', { name: 'Photo' }))
    fireEvent.click(required())
    expect(required().checked).toBe(true)
    expect(screen.getByText('Only the attachment is required.')).toBeTruthy()
    fireEvent.click(screen.getByRole('switch', { name: 'Photo' }))
    expect(required().checked).toBe(false)
  })

  it('offers no video attachment unless the municipality has it, or the question has one already', () => {
    show(editorOf([section(0, [question(0), question(1, { adjuntarVideo: true })])]))
    settings('Question 0')
    expect(screen.queryByRole('switch', { name: 'Video' })).toBeNull()
    settings('Question 1')
    expect(screen.getByRole('switch', { name: 'Video' })).toBeTruthy()
  })

  it('advises a search box above ten options', () => {
    const many = (count: number) => Array.from({ length: count }, (_, orden) => ({ orden, texto: `Option ${orden}` }))
    const editor = show(
      editorOf([section(0, [question(0, { tipoPregunta: QUESTION_TYPE.SELECT, opciones: many(10) })])]),
    )
    settings('Question 0')
    expect(screen.queryByText(/With more than 10 options/)).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Add option' }))
    expect(screen.getByText(/With more than 10 options/)).toBeTruthy()
    fireEvent.click(screen.getByRole('switch', { name: 'Search box' }))
    expect(first(editor)?.filtrable).toBe(true)
    expect(screen.queryByText(/With more than 10 options/)).toBeNull()
  })

  it('takes pasted lines as options', () => {
    const editor = show(
      editorOf([section(0, [question(0, { tipoPregunta: QUESTION_TYPE.RADIO, opciones: [{ orden: 0, texto: '' }] })])]),
    )
    settings('Question 0')
    fireEvent.paste(screen.getByLabelText('Text of option 1'), {
      clipboardData: { getData: () => ' Uno \r\n\r\nDos\nTres' },
    })
    expect(first(editor)?.opciones.map(({ texto }) => texto)).toEqual(['Uno', 'Dos', 'Tres'])
  })

  it('says what keeps the form from being saved, tied to its field', () => {
    const editor = show(editorOf([section(0, [question(0, { tipoDato: DATA_TYPE.LINK, tituloLink: 'Here' })])]))
    act(() => void checkForm(editor))
    const field = titleOf('Question 0')
    const description = document.getElementById(field.getAttribute('aria-describedby') ?? '')
    expect(description?.textContent).not.toBe('')
    expect(card('Question 0').dataset['problem']).toBe('true')
  })
})

describe('without a pointer', () => {
  const press = (element: HTMLElement, key: string, change: object = {}): void =>
    void fireEvent.keyDown(element, { key, ...change })

  it('a question is moved by Alt and the arrows in its title, or by the arrows on its handle', () => {
    const editor = show(
      editorOf([
        section(
          0,
          ['a', 'b', 'c'].map((titulo, orden) => question(orden, { titulo })),
        ),
      ]),
    )
    press(titleOf('a'), 'ArrowDown', { altKey: true })
    expect(editor.order()).toEqual([['b', 'a', 'c']])
    press(screen.getByRole('button', { name: 'Move: a' }), 'ArrowDown')
    expect(editor.order()).toEqual([['b', 'c', 'a']])
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move: a' }))
    press(titleOf('a'), 'ArrowUp')
    expect(editor.order()).toEqual([['b', 'c', 'a']])
  })

  it('Ctrl+Enter adds a question below and goes there', () => {
    const editor = show(
      editorOf([
        section(
          0,
          ['a', 'b'].map((titulo, orden) => question(orden, { titulo })),
        ),
      ]),
    )
    press(titleOf('a'), 'Enter', { ctrlKey: true })
    expect(editor.order()).toEqual([['a', '', 'b']])
    expect(document.activeElement).toBe(titleOf('Question without a title'))
  })

  it('a condition is moved within its section', () => {
    const conditional = section(0, [], { conditionalSection: true, conditions: [condition(0, []), condition(1, [])] })
    const editor = show(editorOf([conditional]))
    press(screen.getByRole('button', { name: 'Move: Condition 0' }), 'ArrowDown')
    expect(editor.form().secciones[0]?.conditions.map((one) => one.condition)).toEqual(['Condition 1', 'Condition 0'])
  })
})

describe('a form with answers', () => {
  it('lets its texts be edited, and nothing be added, moved, deleted or given another kind', () => {
    const editor = editorOf([section(0, [question(0)])])
    const { base } = editor.state.getState()
    const template = base?.template ?? null
    if (base === null || template === null) throw new Error('The form has no base')
    const opcionales = { ...template.opcionales, editableForm: true }
    setServerFacts(editor, { answers: 1, base: { ...base, template: { ...template, opcionales } } })
    show(editor)
    expect(titleOf('Question 0')).toHaveProperty('readOnly', false)
    expect(within(card('Question 0')).getByRole('button', { name: 'Question type: Text' })).toHaveProperty(
      'disabled',
      true,
    )
    expect(screen.getByRole('button', { name: 'Move: Question 0' })).toHaveProperty('disabled', true)
    expect(screen.queryByRole('button', { name: /Add|More actions/ })).toBeNull()
  })
})

describe('the settings of a question', () => {
  it('have its help text, and the minus of a number, which goes when it becomes something else', () => {
    const editor = show(editorOf([section(0, [question(0, { tipoDato: DATA_TYPE.NUMBER })])]))
    settings('Question 0')
    const within0 = within(card('Question 0'))
    fireEvent.change(within0.getByLabelText('Help text, shown under the question'), {
      target: { value: 'At the door' },
    })
    fireEvent.click(within0.getByRole('switch', { name: /Negative numbers/ }))
    expect(first(editor)).toMatchObject({ ayuda: 'At the door', permiteNegativos: true })
    fireEvent.change(within0.getByLabelText('Help text, shown under the question'), { target: { value: '' } })
    const { key = '' } = first(editor) ?? {}
    act(() => void changeStore(editor, 'type', (form) => updateQuestion(form, key, { tipoDato: DATA_TYPE.STRING })))
    expect(first(editor)).not.toHaveProperty('ayuda')
    expect(first(editor)).not.toHaveProperty('permiteNegativos')
    expect(within0.queryByRole('switch', { name: /Negative numbers/ })).toBeNull()
  })

  it('say whether the answer is taken over, by its kind or by the author, where something may start like another', () => {
    const editor = show(editorOf([section(0, [question(0)], { repetible: true })]))
    settings('Question 0')
    const within0 = within(card('Question 0'))
    const take = () => within0.getByRole<HTMLInputElement>('switch', { name: /Reuse/ })
    expect(take().checked).toBe(true)
    fireEvent.click(take())
    expect(first(editor)).toHaveProperty('seRepite', false)
    expect(take().checked).toBe(false)
    fireEvent.click(take())
    // The kind's default is not stored.
    expect(first(editor)).not.toHaveProperty('seRepite')
  })

  it('do not ask it where nothing starts like another', () => {
    show(editorOf([section(0, [question(0)])]))
    settings('Question 0')
    expect(within(card('Question 0')).queryByRole('switch', { name: /Reuse/ })).toBeNull()
  })

  it('say whether what is answered names the answer, which a yes or no cannot', () => {
    const editor = show(editorOf([section(0, [question(0)])]))
    settings('Question 0')
    const within0 = within(card('Question 0'))
    const naming = () => within0.queryByRole('switch', { name: /Identifies the answer/ })
    fireEvent.click(naming() ?? document.body)
    expect(first(editor)).toHaveProperty('nombraRespuesta', true)
    fireEvent.click(naming() ?? document.body)
    expect(first(editor)).not.toHaveProperty('nombraRespuesta')
    const { key = '' } = first(editor) ?? {}
    act(() => void changeStore(editor, 'type', (form) => changeQuestionType(form, key, QUESTION_TYPE.BOOLEAN)))
    expect(naming()).toBeNull()
  })

  it('say whether a place is the answer', () => {
    const editor = show(editorOf([section(0, [question(0)])]))
    settings('Question 0')
    const place = within(card('Question 0')).getByRole('switch', { name: /^Location/ })
    fireEvent.click(place)
    expect(first(editor)).toHaveProperty('esUbicacion', true)
    fireEvent.click(place)
    expect(first(editor)).not.toHaveProperty('esUbicacion')
  })

  it('have the code that may be scanned into text, which goes when it becomes something else', () => {
    const editor = show(editorOf([section(0, [question(0)])]))
    settings('Question 0')
    const within0 = within(card('Question 0'))
    const scan = () => within0.queryByRole('switch', { name: /Scan a code/ })
    fireEvent.click(scan() ?? document.body)
    expect(first(editor)).toHaveProperty('escaneable', true)
    fireEvent.click(scan() ?? document.body)
    expect(first(editor)).not.toHaveProperty('escaneable')
    fireEvent.click(scan() ?? document.body)
    const { key = '' } = first(editor) ?? {}
    act(() => void changeStore(editor, 'type', (form) => updateQuestion(form, key, { tipoDato: DATA_TYPE.DATE })))
    expect(first(editor)).not.toHaveProperty('escaneable')
    expect(scan()).toBeNull()
  })
})
