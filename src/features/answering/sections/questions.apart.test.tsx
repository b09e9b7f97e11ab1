// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ok } from '#domain/kernel/index.ts'
import { QUESTION_TYPE } from '#domain/questions/index.ts'
import { numberedRows } from '#tests/support/builders/numbered-rows.ts'
import { condition, question, section, templateOf } from '#tests/support/builders/form-parts.ts'
import type { ControlProps } from '../controls/control.ts'
import { FormContextProvider } from '../form/form-context.ts'
import { createFormStore, type FormStore } from '../form/form-store.ts'
import { markMissingItems } from '../form/form-actions.ts'
import { SectionPanel } from './section-panel.tsx'
import { AnswerUndoBar } from '../save/behind-form.tsx'

const renders = vi.hoisted(() => new Map<string, number>())

vi.mock('../controls/controls.tsx', async (original) => {
  const { QuestionControl } = await original<typeof import('../controls/controls.tsx')>()
  return {
    QuestionControl: (props: ControlProps) => {
      renders.set(props.id, (renders.get(props.id) ?? 0) + 1)
      return <QuestionControl {...props} />
    },
  }
})

beforeAll(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
})
beforeEach(() => renders.clear())
afterEach(cleanup)

function show(form: FormStore): void {
  const files = { attach: async () => ok(undefined), replace: async () => ok(undefined), load: async () => undefined }
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider>
        <FormContextProvider value={{ form, files }}>
          {form.template.secciones.map((one, index) => (
            <SectionPanel key={one.orden} section={one} number={index + 1} />
          ))}
          <AnswerUndoBar />
        </FormContextProvider>
      </MantineProvider>
    </I18nProvider>,
  )
}

const field = (name: string): HTMLInputElement => screen.getByLabelText<HTMLInputElement>(name)
const type = (name: string, value: string): void => void fireEvent.change(field(name), { target: { value } })

describe('a keystroke', () => {
  it('renders the question that it belongs to, and no other', () => {
    show(
      createFormStore(
        templateOf([
          section(
            0,
            Array.from({ length: 30 }, (_, index) => question(index)),
          ),
        ]),
      ),
    )
    renders.clear()
    type('Question 7', 'a')
    type('Question 7', 'ab')
    expect([...renders.keys()]).toEqual(['q-0-7'])
    expect(screen.getByText('1 of 30 answered')).toBeTruthy()
  })
})

describe('a question', () => {
  it('shows its help in the language of the reader, and has it read aloud with its field', () => {
    const helped = question(0, { ayuda: 'En la puerta', ayudaAlternativeLanguage_en: 'At the door' })
    show(createFormStore(templateOf([section(0, [helped, question(1)])])))
    const note = document.getElementById(field('Question 0').getAttribute('aria-describedby') ?? '')
    expect(note?.textContent).toBe('At the door')
    expect(field('Question 1').getAttribute('aria-describedby')).toBeNull()
  })

  it('takes a number below zero where it allows one, and nowhere else', () => {
    const form = createFormStore(
      templateOf([section(0, [question(0, { tipoDato: 2, permiteNegativos: true }), question(1, { tipoDato: 2 })])]),
    )
    show(form)
    type('Question 0', '-12')
    type('Question 1', '-12')
    fireEvent.blur(field('Question 1'))
    expect(form.state.getState().content.values).toMatchObject({ '0/0': { respuesta: '-12' } })
    expect(screen.getAllByText('Answer with a valid whole number.')).toHaveLength(1)
    // The number pads of phones have no minus.
    expect([field('Question 0').inputMode, field('Question 1').inputMode]).toEqual(['text', 'numeric'])
  })

  const number = question(0, { tipoDato: 2, required: true })

  it('keeps what does not parse, and names it once the person has left it', () => {
    const form = createFormStore(templateOf([section(0, [number])]))
    show(form)
    type('Question 0', '12a')
    expect(document.getElementById('q-0-0-problem')).toBeNull()
    fireEvent.blur(field('Question 0'))
    expect(document.getElementById('q-0-0-problem')?.textContent).not.toBe('')
    expect(field('Question 0').getAttribute('aria-describedby')).toContain('q-0-0-problem')
    expect(field('Question 0').getAttribute('aria-invalid')).toBe('true')
    expect(form.state.getState().content.values).toEqual({ '0/0': { respuesta: '12a' } })
  })

  it('is marked as missing only after someone tried to save', () => {
    const form = createFormStore(templateOf([section(0, [number])]))
    show(form)
    fireEvent.blur(field('Question 0'))
    expect(field('Question 0').getAttribute('aria-invalid')).toBe('false')
    markMissingItems(form)
    cleanup()
    show(form)
    expect(field('Question 0').getAttribute('aria-invalid')).toBe('true')
  })

  it('shows a date as DD/MM/YYYY and keeps it as ISO', () => {
    const form = createFormStore(templateOf([section(0, [question(0, { tipoDato: 4 })])]))
    show(form)
    for (const typed of ['2', '21', '211', '21/11', '21/112', '21/11/2026']) type('Question 0', typed)
    expect(field('Question 0').value).toBe('21/11/2026')
    expect(form.state.getState().content.values).toEqual({ '0/0': { respuesta: '2026-11-21' } })
  })

  it('offers a search box when there are more than ten options', () => {
    const opciones = Array.from({ length: 11 }, (_, orden) => ({ orden, texto: `Árbol ${orden}` }))
    show(createFormStore(templateOf([section(0, [question(0, { tipoPregunta: QUESTION_TYPE.SELECT, opciones })])])))
    fireEvent.click(screen.getByLabelText('Árbol 3'))
    fireEvent.change(screen.getByLabelText('Search options'), { target: { value: 'arbol 10' } })
    expect(screen.getAllByRole('checkbox')).toHaveLength(2)
    expect(screen.getByRole('group').dataset['long']).toBe('true')
  })

  it('without options shows a dash, and does not speak of a search', () => {
    show(createFormStore(templateOf([section(0, [question(0, { tipoPregunta: QUESTION_TYPE.RADIO })])])))
    expect(screen.getByRole('radiogroup').textContent).toBe('–')
  })

  it('has no area that scrolls by itself where it has no search', () => {
    const opciones = Array.from({ length: 10 }, (_, orden) => ({ orden, texto: `Árbol ${orden}` }))
    show(createFormStore(templateOf([section(0, [question(0, { tipoPregunta: QUESTION_TYPE.SELECT, opciones })])])))
    expect(screen.getByRole('group').dataset['long']).toBe('false')
  })

  it('takes a choice back', () => {
    const form = createFormStore(templateOf([section(0, [question(0, { tipoPregunta: QUESTION_TYPE.BOOLEAN })])]))
    show(form)
    fireEvent.click(screen.getByLabelText('No'))
    expect(form.state.getState().content.values).toEqual({ '0/0': { respuesta: false } })
    fireEvent.click(screen.getByText('Clear choice'))
    expect(form.state.getState().content.values).toEqual({})
  })

  it.each([
    [
      'one of its options',
      {
        tipoPregunta: QUESTION_TYPE.RADIO,
        opciones: [
          { orden: 0, texto: 'No' },
          { orden: 1, texto: 'Maybe' },
        ],
      },
    ],
    ['yes or no', { tipoPregunta: QUESTION_TYPE.BOOLEAN }],
  ])('of %s has the way back on what is chosen, and no line of its own for it', (_kind, change) => {
    show(createFormStore(templateOf([section(0, [question(0, change)])])))
    const parts = (): number | undefined => screen.getByRole('radiogroup').parentElement?.childElementCount
    const before = parts()
    fireEvent.click(screen.getByLabelText('No'))
    const clear = screen.getByRole('button', { name: 'Clear choice' })
    expect(clear.previousElementSibling).toBe(screen.getByLabelText('No').closest('label'))
    expect(parts()).toBe(before)
  })
})

describe('a conditional section', () => {
  const conditional = section(0, [], {
    conditionalSection: true,
    conditionalQuestion: 'What is it?',
    conditionalSectionSingle: true,
    required: true,
    conditions: [condition(0, [question(0)]), condition(1, [question(0)])],
  })

  it('lets check one only in single mode, deletes its answers when unchecked, and brings them back', () => {
    const form = createFormStore(templateOf([conditional]))
    show(form)
    expect(screen.getByText('* Conditional section required')).toBeTruthy()
    fireEvent.click(screen.getByLabelText('Condition 0'))
    expect(screen.getByLabelText<HTMLInputElement>('Condition 1').disabled).toBe(true)
    type('Question 0', 'kept')
    fireEvent.click(screen.getByLabelText('Condition 0'))
    expect(form.state.getState().content).toMatchObject({ values: {}, conditions: {} })
    fireEvent.click(screen.getByText('Undo'))
    expect(field('Question 0').value).toBe('kept')
  })

  it('in single mode undoes into the other condition without leaving answers of either behind', () => {
    const form = createFormStore(templateOf([conditional]))
    show(form)
    const answers = () => Object.values(form.state.getState().content.values).map(({ respuesta }) => respuesta)
    fireEvent.click(screen.getByLabelText('Condition 0'))
    type('Question 0', 'first')
    fireEvent.click(screen.getByLabelText('Condition 0'))
    fireEvent.click(screen.getByLabelText('Condition 1'))
    type('Question 0', 'second')
    fireEvent.click(screen.getByText('Undo'))
    expect([form.state.getState().content.conditions, answers()]).toEqual([{ 0: [0] }, ['first']])
    fireEvent.click(screen.getByText('Undo'))
    expect([form.state.getState().content.conditions, answers()]).toEqual([{ 0: [1] }, ['second']])
  })
})

describe('a repeatable section', () => {
  it('adds and removes rows', () => {
    const form = createFormStore(templateOf([section(0, [question(0)], { repetible: true })]))
    show(form)
    fireEvent.click(screen.getByText('Repeat section'))
    expect(screen.getAllByLabelText('Question 0')).toHaveLength(2)
    fireEvent.click(screen.getByRole('button', { name: /^Remove\s*2$/ }))
    expect(screen.getAllByLabelText('Question 0')).toHaveLength(1)
    expect(screen.getByText('Repetition removed.')).toBeTruthy()
  })

  it('has its rows called what its author calls them, goes to the first field of a new one, and says which one went', () => {
    const named = { repetible: true, nombreFila: 'árbol', nombreFilaAlternativeLanguage_en: 'tree' }
    const form = numberedRows(createFormStore(templateOf([section(0, [question(0)], named)])))
    show(form)
    expect(screen.queryByRole('group', { name: 'Tree 1' })).toBeNull()
    const above = field('Question 0')
    fireEvent.click(screen.getByRole('button', { name: 'Add tree' }))
    expect(document.activeElement?.id).toBe('q-0-r0-0')
    // If it were rendered again, the first row would lose its height and all below would jump.
    expect(above.isConnected).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: 'Add tree' }))
    expect(['Tree 1', 'Tree 2', 'Tree 3'].map((name) => screen.getByRole('group', { name })).length).toBe(3)
    fireEvent.change(screen.getAllByLabelText('Question 0')[2] ?? document.body, { target: { value: 'tall' } })
    fireEvent.click(screen.getByRole('button', { name: 'Remove Tree 3' }))
    expect(screen.queryByRole('group', { name: 'Tree 3' })).toBeNull()
    expect(screen.getByText('Removed with 1 answer:', { exact: false }).textContent).toContain('Tree 3')
    fireEvent.click(screen.getByRole('button', { name: 'Remove Tree 2' }))
    expect(screen.getByText('Removed: Tree 2')).toBeTruthy()
  })
})

describe('a row that is added', () => {
  it('is drawn alone, and of those before it only the field that the focus leaves', () => {
    const form = numberedRows(
      createFormStore(templateOf([section(0, [question(0), question(1)], { repetible: true })])),
    )
    show(form)
    const add = screen.getByRole('button', { name: 'Repeat section' })
    fireEvent.click(add)
    fireEvent.click(add)
    renders.clear()
    fireEvent.click(add)
    expect([...renders.keys()]).toEqual(['q-0-r1-0', 'q-0-r2-0', 'q-0-r2-1'])
  })
})
